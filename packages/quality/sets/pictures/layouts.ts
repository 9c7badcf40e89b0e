import type { Content } from "./content.ts";

/** A page as people take pictures of them. */
export interface Layout {
  readonly name: string;
  readonly half: "tuned" | "kept back";
  readonly width: number;
  readonly height: number;
  /** Style and body; the colours are `--page`, `--panel`, `--text`, `--soft`, `--line`, `--accent`, `--side`. */
  write(content: Content): { readonly style: string; readonly body: string };
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const join = (parts: readonly string[]) => parts.join("");
const SANS = `font-family: "DejaVu Sans", sans-serif`;
const CONDENSED = `font-family: "DejaVu Sans Condensed", "DejaVu Sans", sans-serif; font-stretch: condensed`;
const SERIF = `font-family: "DejaVu Serif", serif`;
const MONO = `font-family: "DejaVu Sans Mono", monospace`;
const GEIST = `font-family: "Geist Variable", sans-serif`;

function table(head: readonly string[], rows: number, cell: (column: number) => string): string {
  return `<table><thead><tr>${join(head.map((name) => `<th>${name}</th>`))}</tr></thead><tbody>${join(
    times(rows, () => `<tr>${join(head.map((_, column) => `<td>${cell(column)}</td>`))}</tr>`),
  )}</tbody></table>`;
}

const TABLE = `table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:7px 10px;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:600}`;

export const LAYOUTS: readonly Layout[] = [
  {
    name: "console users",
    half: "tuned",
    width: 1280,
    height: 800,
    write: (c) => ({
      style: `body{${SANS};font-size:13px}nav{background:var(--side);color:#fff;padding:10px 16px;display:flex;gap:24px}main{display:flex}aside{width:200px;padding:14px;background:var(--panel)}aside p{margin:0 0 12px}section{flex:1;padding:18px}h1{font-size:20px;margin:0 0 12px}${TABLE}.b{background:var(--accent);color:#fff;border-radius:3px;padding:2px 8px;font-size:11px}`,
      body: `<nav><b>${c.company}</b><span>Services</span><span>Resource groups</span><span style="margin-left:auto">${c.mail()}</span></nav><main><aside>${join(["Dashboard", "Users", "User groups", "Roles", "Policies", "Identity providers", "Account settings", "Access reports", "Credential report"].map((name) => `<p>${name}</p>`))}</aside><section><h1>Users (${c.number(12, 90)})</h1>${table(["User name", "Groups", "Last activity", "MFA", "Password age"], 14, (column) => [c.mail(), c.pick(["Administrators", "Developers", "Auditors", "Billing"]), `${c.number(1, 30)} days ago`, `<span class=b>${c.pick(["Virtual", "Hardware", "None"])}</span>`, `${c.number(3, 88)} days`][column]!)}</section></main>`,
    }),
  },
  {
    name: "settings form",
    half: "tuned",
    width: 1100,
    height: 820,
    write: (c) => ({
      style: `body{${GEIST};font-size:14px;padding:28px 48px}h1{font-size:24px;margin:0 0 4px}.r{display:flex;border-top:1px solid var(--line);padding:12px 0}.r div{flex:1}.s{color:var(--soft);font-size:12px}.v{text-align:right}i{display:inline-block;width:30px;height:16px;border-radius:9px;background:var(--accent);vertical-align:middle}`,
      body: `<h1>Security settings</h1><p class=s>${c.company} organisation, last saved ${c.date()} by ${c.person()}</p>${join(
        times(10, () => {
          const [name, value] = c.setting();
          return `<div class=r><div>${name}<br><span class=s>${c.sentence()}</span></div><div class=v>${value} <i></i></div></div>`;
        }),
      )}`,
    }),
  },
  {
    name: "terminal",
    half: "tuned",
    width: 1000,
    height: 640,
    write: (c) => ({
      style: `body{${MONO};font-size:13px;line-height:1.35;padding:10px;white-space:pre;background:var(--panel)}b{color:var(--accent)}`,
      body: `<b>admin@bastion-01</b>:~$ date\nThu May 14 ${c.time()}:07 UTC 2026\n<b>admin@bastion-01</b>:~$ sudo systemctl status auditd\n  Loaded: loaded (/lib/systemd/system/auditd.service; enabled)\n  Active: active (running) since Mon 2026-05-11\n<b>admin@bastion-01</b>:~$ grep -i maxauth /etc/ssh/sshd_config\nMaxAuthTries ${c.number(3, 6)}\nPermitRootLogin no\nPasswordAuthentication no\n<b>admin@bastion-01</b>:~$ last | head\n${times(14, () => `${c.mail().split(".")[0]!.padEnd(10)} pts/${c.number(0, 4)}   10.20.${c.number(0, 99)}.${c.number(2, 250)}   ${c.date()} ${c.time()}   still logged in`).join("\n")}`,
    }),
  },
  {
    name: "policy",
    half: "tuned",
    width: 820,
    height: 1060,
    write: (c) => ({
      style: `body{${SERIF};font-size:14px;line-height:1.45;padding:60px 72px}h1{font-size:24px;text-align:center}h2{font-size:16px}`,
      body: `<h1>Information Security Policy</h1><p>${c.company} · Version ${c.number(2, 9)}.${c.number(0, 9)} · Approved ${c.date()}</p>${join(times(5, (at) => `<h2>${at + 1}. ${c.pick(["Purpose", "Scope", "Access control", "Cryptography", "Operations", "Suppliers"])}</h2><p>${times(4, () => c.sentence()).join(" ")}</p>`))}`,
    }),
  },
  {
    name: "ticket",
    half: "tuned",
    width: 1200,
    height: 760,
    write: (c) => ({
      style: `body{${SANS};font-size:14px;padding:20px}h1{font-size:22px}main{display:flex;gap:24px}section{flex:2}aside{flex:1;background:var(--panel);padding:14px;border-radius:6px;font-size:13px}dt{color:var(--soft)}dd{margin:0 0 10px}article{border:1px solid var(--line);border-radius:6px;padding:10px;margin-bottom:10px}.s{color:var(--soft);font-size:12px}`,
      body: `<p class=s>Projects / Compliance / ${c.id("SEC")}</p><h1>${c.pick(["Quarterly access review", "Rotate the signing keys", "Restore test of backups"])} for ${c.company}</h1><main><section><p>${c.sentence()} ${c.sentence()}</p>${join(times(4, () => `<article><b>${c.person()}</b> <span class=s>commented on ${c.date()}</span><br>${c.sentence()} ${c.sentence()}</article>`))}</section><aside><dl><dt>Status</dt><dd>${c.pick(["Done", "In progress"])}</dd><dt>Assignee</dt><dd>${c.person()}</dd><dt>Reporter</dt><dd>${c.person()}</dd><dt>Priority</dt><dd>High</dd><dt>Due date</dt><dd>${c.date()}</dd><dt>Labels</dt><dd>soc2 evidence</dd></dl></aside></main>`,
    }),
  },
  {
    name: "log viewer",
    half: "tuned",
    width: 1360,
    height: 720,
    write: (c) => ({
      style: `body{${MONO};font-size:12px}header{${SANS};font-size:14px;padding:10px 14px;background:var(--side);color:#fff}div{padding:3px 14px;border-bottom:1px solid var(--line);display:flex;gap:14px}em{font-style:normal;color:var(--accent);width:60px}span{color:var(--soft);width:170px}`,
      body: `<header>Log explorer: audit-trail, ${c.company}</header>${join(times(24, () => `<div><span>${c.date()} ${c.time()}:${c.number(10, 59)}</span><em>${c.pick(["INFO", "WARN", "NOTICE"])}</em>${c.pick(["user.login", "policy.updated", "key.rotated", "role.assigned"])} actor=${c.mail()} target=${c.id("res")} result=${c.pick(["allowed", "denied"])}</div>`))}`,
    }),
  },
  {
    name: "dashboard",
    half: "tuned",
    width: 1280,
    height: 760,
    write: (c) => ({
      style: `body{${GEIST};font-size:14px;padding:24px;background:var(--panel)}.g{display:grid;grid-template-columns:repeat(4,1fr);gap:14px}.c{background:var(--page);border:1px solid var(--line);border-radius:8px;padding:14px}.n{font-size:30px;font-weight:700}.s{color:var(--soft);font-size:12px}.w{margin-top:14px;display:grid;grid-template-columns:2fr 1fr;gap:14px}li{margin:6px 0}`,
      body: `<h2>Compliance overview of ${c.company}</h2><div class=g>${join(["Controls passing", "Open findings", "Tests overdue", "Vendors reviewed"].map((name) => `<div class=c><div class=s>${name}</div><div class=n>${c.number(2, 240)}</div><div class=s>${c.number(1, 9)} since last week</div></div>`))}</div><div class=w><div class=c><b>Recent activity</b><ul>${join(times(9, () => `<li>${c.person()}: ${c.sentence()}</li>`))}</ul></div><div class=c><b>Due soon</b><ul>${join(times(8, () => `<li>${c.id("CTL")} ${c.date()}</li>`))}</ul></div></div>`,
    }),
  },
  {
    name: "storage bucket",
    half: "kept back",
    width: 1320,
    height: 780,
    write: (c) => ({
      style: `body{${SANS};font-size:13px}header{background:var(--side);color:#fff;padding:9px 18px;display:flex;justify-content:space-between}.t{display:flex;gap:22px;padding:12px 18px 0;border-bottom:1px solid var(--line)}.t b{border-bottom:3px solid var(--accent);padding-bottom:8px}main{padding:18px}.k{display:grid;grid-template-columns:1fr 1fr 1fr;gap:18px;border:1px solid var(--line);padding:14px;border-radius:4px}.k small{color:var(--soft);display:block;font-size:12px}${TABLE}`,
      body: `<header><span>${c.company} cloud</span><span>${c.person()} @ ${c.number(1000, 9999)}-${c.number(1000, 9999)}</span></header><div class=t><b>Properties</b><span>Permissions</span><span>Metrics</span><span>Management</span><span>Access points</span></div><main><h2>${c.id("evidence-bucket")}</h2><div class=k>${join(
        times(9, () => {
          const [name, value] = c.setting();
          return `<div><small>${name}</small>${value}</div>`;
        }),
      )}</div><h3>Lifecycle rules</h3>${table(["Rule", "Status", "Scope", "Current version actions", "Created"], 7, (column) => [c.id("rule"), c.pick(["Enabled", "Disabled"]), c.pick(["Entire bucket", "Prefix logs"]), `Transition after ${c.number(20, 90)} days`, c.date()][column]!)}</main>`,
    }),
  },
  {
    name: "mail",
    half: "kept back",
    width: 1000,
    height: 780,
    write: (c) => ({
      style: `body{${SANS};font-size:14px;padding:22px 30px}h1{font-size:19px;font-weight:500}.h{display:flex;gap:12px;margin-bottom:16px}.a{width:40px;height:40px;border-radius:50%;background:var(--accent);color:#fff;text-align:center;line-height:40px}.s{color:var(--soft);font-size:12px}p{line-height:1.5}blockquote{border-left:3px solid var(--line);margin:0;padding-left:12px;color:var(--soft)}`,
      body: `<h1>Re: ${c.pick(["Annual penetration test", "Evidence for your audit", "Termination of access"])} ${c.id("REQ")}</h1><div class=h><div class=a>${c.company[0]}</div><div><b>${c.person()}</b> <span class=s>&lt;${c.mail()}&gt;</span><br><span class=s>to ${c.mail()} on ${c.date()} at ${c.time()}</span></div></div><p>Dear ${c.person()},</p>${join(times(3, () => `<p>${c.sentence()} ${c.sentence()} ${c.sentence()}</p>`))}<p>Kind regards,<br>${c.person()}<br>${c.company}</p><blockquote>${join(times(2, () => `<p>${c.sentence()} ${c.sentence()}</p>`))}</blockquote>`,
    }),
  },
  {
    name: "chat",
    half: "kept back",
    width: 1080,
    height: 760,
    write: (c) => ({
      style: `body{${GEIST};font-size:15px;display:flex;height:760px}aside{width:210px;background:var(--side);color:#fff;padding:16px;font-size:14px}aside p{margin:0 0 10px;opacity:.85}main{flex:1;padding:16px 22px}.m{margin-bottom:14px}.s{color:var(--soft);font-size:12px}code{${MONO};font-size:13px;background:var(--panel);border:1px solid var(--line);border-radius:3px;padding:1px 4px}`,
      body: `<aside><p><b>${c.company}</b></p>${join(["general", "security-alerts", "on-call", "change-approvals", "compliance"].map((name) => `<p># ${name}</p>`))}</aside><main>${join(times(10, () => `<div class=m><b>${c.person()}</b> <span class=s>${c.time()}</span><br>${c.sentence()} See <code>${c.id("CHG")}</code></div>`))}</main>`,
    }),
  },
  {
    name: "letter",
    half: "kept back",
    width: 800,
    height: 1080,
    write: (c) => ({
      style: `body{${SERIF};font-size:15px;line-height:1.4;padding:72px 80px}.r{text-align:right}table{${CONDENSED};font-size:13px;margin:12px 0;border-collapse:collapse}td,th{border:1px solid var(--text);padding:4px 10px;text-align:left}`,
      body: `<p class=r>${c.company}<br>${c.number(2, 99)} Harbour Street<br>${c.date()}</p><p>Certificate of destruction ${c.id("No")}</p><p>Dear ${c.person()},</p><p>${times(4, () => c.sentence()).join(" ")}</p><table><tr><th>Serial number</th><th>Device</th><th>Destroyed on</th></tr>${join(times(8, () => `<tr><td>${c.id("SN")}</td><td>${c.pick(["Laptop", "Server disk", "Backup tape"])}</td><td>${c.date()}</td></tr>`))}</table><p>${times(3, () => c.sentence()).join(" ")}</p><p>Signed,<br>${c.person()}</p>`,
    }),
  },
  {
    name: "code review",
    half: "kept back",
    width: 1240,
    height: 780,
    write: (c) => ({
      style: `body{${SANS};font-size:14px;padding:18px 24px}h1{font-size:22px;font-weight:400}.b{background:#1a7f37;color:#fff;border-radius:14px;padding:4px 12px;font-size:13px}pre{${MONO};font-size:12px;background:var(--panel);border:1px solid var(--line);padding:10px;line-height:1.5;margin:10px 0}.s{color:var(--soft);font-size:13px}`,
      body: `<h1>Require two approvals before a merge <span class=s>#${c.number(100, 9000)}</span></h1><p><span class=b>Merged</span> <b>${c.person()}</b> merged ${c.number(2, 9)} commits into main on ${c.date()}</p><pre>branch_protection:\n  required_reviews: ${c.number(2, 4)}\n  dismiss_stale_reviews: true\n  enforce_admins: true\n  signed_commits: required\n  retention_days: ${c.number(90, 400)}</pre>${join(times(5, () => `<p><b>${c.person()}</b> approved these changes <span class=s>on ${c.date()}</span><br>${c.sentence()}</p>`))}`,
    }),
  },
  {
    name: "device list",
    half: "kept back",
    width: 1300,
    height: 740,
    write: (c) => ({
      style: `body{${CONDENSED};font-size:13px}header{padding:12px 18px;background:var(--panel);display:flex;gap:20px}main{padding:12px 18px}${TABLE}.o{color:#fff;background:#b3261e;padding:1px 7px;border-radius:9px}.g{color:#fff;background:#19753a;padding:1px 7px;border-radius:9px}`,
      body: `<header><b>Managed devices</b><span>All</span><span>Windows</span><span>macOS</span><span>Linux</span></header><main>${table(["Device name", "Owner", "Operating system", "Disk encryption", "Compliance", "Last check-in"], 16, (column) => [c.id("LT"), c.person(), c.pick(["Windows 11 23H2", "macOS 14.5", "Ubuntu 24.04"]), c.pick(["Encrypted", "Not encrypted"]), c.pick(["<span class=g>Compliant</span>", "<span class=o>Noncompliant</span>"]), `${c.date()} ${c.time()}`][column]!)}</main>`,
    }),
  },
];
