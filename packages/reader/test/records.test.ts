import { expect, test } from "vitest";
import { extractText } from "./extract-all.ts";

const finding = (title: string) => ({
  SchemaVersion: "2018-10-08",
  ProductArn: "arn:1",
  Title: title,
  Severity: { Label: "LOW" },
});

test.each([
  [
    "SARIF",
    "json",
    JSON.stringify({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "Scan", rules: [{ id: "R1", shortDescription: { text: "No secrets." } }] } },
          results: [
            {
              ruleId: "R1",
              ruleIndex: 0,
              level: "error",
              message: { text: 'A "key"' },
              locations: [{ physicalLocation: { artifactLocation: { uri: "a.ts" } } }],
            },
            { ruleId: "R2", level: "note", message: { text: "Fine" } },
          ],
        },
      ],
    }),
    [
      '[Finding 1: R1 A "key"] tool: Scan\nrule: No secrets.\nruleId: R1\nruleIndex: 0\nlevel: error\nmessage: A "key"\nlocations.physicalLocation.artifactLocation.uri: a.ts',
      "[Finding 2: R2 Fine] tool: Scan\nruleId: R2\nlevel: note\nmessage: Fine",
      "[About the file] version: 2.1.0\nruns.tool.driver.name: Scan\nruns.tool.driver.rules.id: R1\nruns.tool.driver.rules.shortDescription: No secrets.",
    ],
  ],
  [
    "ASFF",
    "json",
    JSON.stringify({ Findings: [finding("Root"), finding("Keys")] }),
    [
      "[Finding 1: Root] SchemaVersion: 2018-10-08\nProductArn: arn:1\nTitle: Root\nSeverity.Label: LOW",
      "[Finding 2: Keys] SchemaVersion: 2018-10-08\nProductArn: arn:1\nTitle: Keys\nSeverity.Label: LOW",
    ],
  ],
  ["a list of ASFF", "json", JSON.stringify([finding("Root")]), [/^\[Finding 1: Root\] .*Severity\.Label: LOW$/s]],
  [
    "CycloneDX",
    "json",
    '{"bomFormat":"CycloneDX","serialNumber":12345678901234567890,"components":[{"name":"a","version":"1.0","properties":[{"name":"p","value":"q"}]}],"vulnerabilities":[{"id":"CVE-1","ratings":[{"severity":"high"}]}]}',
    [
      "[Component 1: a 1.0] name: a\nversion: 1.0\np: q",
      "[Component 2: CVE-1] id: CVE-1\nratings.severity: high",
      "[About the file] bomFormat: CycloneDX\nserialNumber: 12345678901234567890",
    ],
  ],
  [
    "an OSCAL component definition",
    "json",
    JSON.stringify({
      "component-definition": {
        metadata: { title: "Parts" },
        components: [
          {
            title: "Gateway",
            "control-implementations": [
              {
                source: "profile.json",
                "implemented-requirements": [
                  {
                    "control-id": "ac-2.1",
                    description: "Accounts expire.",
                    statements: [{ "statement-id": "ac-2.1_smt", description: "After 90 days." }],
                  },
                  {
                    "control-id": "ac-7",
                    props: [
                      { name: "implementation-status", value: "planned" },
                      { name: "planned-completion-date", value: "2027-03-01" },
                    ],
                    statements: [{ "statement-id": "ac-7_smt.a", description: "Five tries." }],
                    remarks: "Not before the move.",
                  },
                ],
              },
            ],
          },
        ],
      },
    }),
    [
      "[Statement 1: ac-2.1, AC-2(1), Gateway] control: ac-2.1, AC-2(1)\ncomponent: Gateway\ncontrol-id: ac-2.1\ndescription: Accounts expire.",
      "[Statement 2: ac-2.1_smt, Gateway] control: ac-2.1, AC-2(1)\ncomponent: Gateway\nstatement-id: ac-2.1_smt\ndescription: After 90 days.",
      "[Statement 3: ac-7, AC-7, Gateway] control: ac-7, AC-7\ncomponent: Gateway\ncontrol-id: ac-7\nimplementation-status: planned\nplanned-completion-date: 2027-03-01\nremarks: Not before the move.",
      "[Statement 4: ac-7_smt.a, Gateway] control: ac-7, AC-7\ncomponent: Gateway\nimplementation-status: planned\nplanned-completion-date: 2027-03-01\nremarks: Not before the move.\nstatement-id: ac-7_smt.a\ndescription: Five tries.",
      /^\[About the file\] metadata\.title: Parts\ncomponents\.title: Gateway/,
    ],
  ],
  [
    "an OSCAL system security plan",
    "json",
    JSON.stringify({
      "system-security-plan": {
        metadata: { title: "Plan" },
        "control-implementation": {
          "implemented-requirements": [
            {
              "control-id": "pe-3",
              statements: [
                { "statement-id": "pe-3_smt.a", "by-components": [{ description: "Guards check badges." }] },
              ],
            },
          ],
        },
      },
    }),
    [
      "[Statement 1: pe-3_smt.a] control: pe-3, PE-3\nstatement-id: pe-3_smt.a\nby-components.description: Guards check badges.",
      "[About the file] metadata.title: Plan",
    ],
  ],
  [
    "CycloneDX in XML",
    "xml",
    '<bom xmlns="http://cyclonedx.org/schema/bom/1.4"><components><component type="library"><name>a</name></component></components></bom>',
    ["[Component 1: a] type: library\nname: a", "[About the file] xmlns: http://cyclonedx.org/schema/bom/1.4"],
  ],
  [
    "SPDX",
    "json",
    '{"spdxVersion":"SPDX-2.3","SPDXID":"SPDXRef-DOCUMENT","packages":[{"name":"a","versionInfo":"2"}]}',
    ["[Package 1: a 2] name: a\nversionInfo: 2", "[About the file] spdxVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT"],
  ],
  [
    "a checklist",
    "xml",
    "<CHECKLIST><ASSET><HOST_NAME>db1</HOST_NAME></ASSET><STIGS><iSTIG><VULN><STIG_DATA><VULN_ATTRIBUTE>Vuln_Num</VULN_ATTRIBUTE><ATTRIBUTE_DATA>V-1</ATTRIBUTE_DATA></STIG_DATA><STIG_DATA><VULN_ATTRIBUTE>Severity</VULN_ATTRIBUTE><ATTRIBUTE_DATA>high</ATTRIBUTE_DATA></STIG_DATA><STATUS>Open</STATUS><COMMENTS></COMMENTS></VULN></iSTIG></STIGS></CHECKLIST>",
    ["[Check 1: V-1] Vuln_Num: V-1\nSeverity: high\nSTATUS: Open", "[About the file] ASSET.HOST_NAME: db1"],
  ],
  [
    "a checklist in JSON",
    "json",
    '{"cklb_version":"1.0","stigs":[{"rules":[{"group_id":"V-1","rule_title":"Banner","status":"open"}]}]}',
    ["[Check 1: V-1 Banner] group_id: V-1\nrule_title: Banner\nstatus: open", "[About the file] cklb_version: 1.0"],
  ],
  [
    "Nessus",
    "xml",
    '<NessusClientData_v2><Report name="Weekly"><ReportHost name="10.0.0.1"><HostProperties><tag name="os">linux</tag><tag name="host-ip">10.0.0.1</tag></HostProperties><ReportItem port="443" pluginName="TLS 1.0 &amp; older" severity="2"><solution>Turn it off.</solution></ReportItem></ReportHost></Report></NessusClientData_v2>',
    [
      "[Finding 1: 10.0.0.1 TLS 1.0 & older] host: 10.0.0.1\nport: 443\npluginName: TLS 1.0 & older\nseverity: 2\nsolution: Turn it off.",
      "[About the file] Report.name: Weekly\nReport.ReportHost.name: 10.0.0.1\nReport.ReportHost.HostProperties.os: linux\nReport.ReportHost.HostProperties.host-ip: 10.0.0.1",
    ],
  ],
] as const)("each record of %s is a segment of lines that name its fields", async (_, fileType, content, expected) => {
  const texts = await extractText(fileType, content);
  expect(texts).toHaveLength(expected.length);
  for (const [at, text] of texts.entries()) {
    const wanted = expected[at]!;
    if (typeof wanted === "string") expect(text).toBe(wanted);
    else expect(text).toMatch(wanted);
  }
});

test.each([
  ["json", '{"runs": 3, "b": 1}', '{"runs": 3, "b": 1}'],
  ["json", '{"runs": [{"tool": {}}]}', '{"runs": [{"tool": {}}]}'],
  [
    "json",
    '{"runs": [{"tool": {}, "results": 5}], "Findings": []}',
    '{"runs": [{"tool": {}, "results": 5}], "Findings": []}',
  ],
  ["xml", "<bom><item>Steel</item></bom>", "<bom><item>Steel</item></bom>"],
] as const)(
  "a %s file that only looks like one of records stays as it is written",
  async (fileType, content, expected) => {
    expect((await extractText(fileType, content)).map((text) => text.replace(/^\[.*?\] (?=[{<])/, ""))).toEqual([
      expected,
    ]);
  },
);

test.each([
  ["in an extension by its place", { ruleId: "E1", ruleIndex: 0, rule: { toolComponent: { index: 0 } } }, "Extended."],
  ["in an extension by its name", { rule: { id: "E1", index: 0, toolComponent: { name: "More" } } }, "Extended."],
  ["in an extension by its id alone", { ruleId: "E1", ruleIndex: 0 }, "Extended."],
  ["of which it is a part", { ruleId: "D1/2", ruleIndex: 0 }, "Driven."],
  ["of which it is a part, by id", { ruleId: "E1/2" }, "Extended."],
  ["that is nowhere", { ruleId: "X", ruleIndex: 0 }, null],
  ["of a part that is not there", { ruleIndex: 0, rule: { toolComponent: { index: 7 } } }, null],
])("a finding has the words of its own rule: one %s", async (_, result, expected) => {
  const rule = (id: string, text: string) => ({ id, shortDescription: { text } });
  const driver = { name: "Scan", rules: [rule("D1", "Driven.")] };
  const extensions = [{ name: "More", rules: [rule("E1", "Extended.")] }];
  const runs = [{ tool: { driver, extensions }, results: [{ ...result, message: { text: "A key" } }] }];
  const [finding] = await extractText("json", JSON.stringify({ version: "2.1.0", runs }));
  expect(/^rule: (.*)$/m.exec(finding!)?.[1] ?? null).toBe(expected);
});
