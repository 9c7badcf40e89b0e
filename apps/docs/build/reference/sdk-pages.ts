import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { type Page, toBlocks, toTable } from "../page.ts";

const CLIENT = join(import.meta.dirname, "../../../../packages/client");

type Documented = ts.ClassDeclaration | ts.FunctionDeclaration | ts.InterfaceDeclaration;

interface Part {
  readonly name: string;
  readonly node: Documented;
  readonly source: ts.SourceFile;
}

/** Returns a page for each class and function that an entry of the client exports, made of its doc comments. */
export function listSdkPages(): Page[] {
  const { exports } = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  return Object.entries(exports).flatMap(([entry, file]) => {
    if (typeof file !== "string" || !file.endsWith(".ts")) return [];
    const specifier = entry === "." ? "@assay/client" : `@assay/client/${entry.slice(2)}`;
    const parts = exportsOf(join(CLIENT, file));
    return [...Map.groupBy(parts, pageOf).values()].flatMap((own) => filePage(own, specifier));
  });
}

/** A page for each file, and for each class of those that are made of the table of operations. */
function pageOf({ name, source }: Part): string {
  return isGenerated(source) ? name : source.fileName;
}

function isGenerated(source: ts.SourceFile): boolean {
  return source.fileName.includes("/generated/");
}

/** What a file exports, with what it exports from others; generated types are the API's. */
function exportsOf(path: string, wanted?: ReadonlySet<string>): Part[] {
  if (path.includes("/generated/") && !wanted) return [];
  const source = parse(path);
  return source.statements.flatMap((node): Part[] => {
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const names = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : undefined;
      return exportsOf(
        join(dirname(path), node.moduleSpecifier.text),
        names && new Set(names.map((each) => each.name.text)),
      );
    }
    const isKnown = ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node);
    if (!isKnown || !node.name || !isExported(node)) return [];
    const name = node.name.text;
    return !wanted || wanted.has(name) ? [{ name, node, source }] : [];
  });
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
}

function isExported(node: Documented): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Named for its first class, else its first function; a file of interfaces alone has none. */
function filePage(parts: readonly Part[], specifier: string): Page[] {
  const main =
    parts.find(({ node }) => ts.isClassDeclaration(node)) ?? parts.find(({ node }) => ts.isFunctionDeclaration(node));
  if (!main) return [];
  const place = relative(CLIENT, main.source.fileName);
  const others = [...parts.filter((part) => part !== main), ...filtersOf(main)];
  const description = commentOf(main.node).split(/(?<=\.)\s/)[0] || `${main.name} of ${specifier}.`;
  const text = toBlocks(
    `\`\`\`ts\nimport { ${main.name} } from "${specifier}";\n\`\`\``,
    describePart(main),
    ...others.map((part) => toBlocks(`## ${part.name}`, describePart(part))),
    `From [${place}](https://github.com/assay/assay/blob/main/packages/client/${place}).`,
  );
  const name = `sdk/${specifier.replace("@assay/client", "").replace(/^\//, "")}/${main.name}`.replace("//", "/");
  return [
    {
      name: name.toLowerCase(),
      title: main.name,
      label: main.name,
      description: description.replaceAll("`", ""),
      text: `\n${text}\n`,
    },
  ];
}

function describePart({ node, source }: Part): string {
  if (ts.isInterfaceDeclaration(node)) return toBlocks(commentOf(node), describeProperties(node, source));
  if (ts.isFunctionDeclaration(node))
    return toBlocks(commentOf(node), toCode(signatureOf(node, source)), ...examplesOf(node));
  return toBlocks(
    commentOf(node),
    ...examplesOf(node),
    ...methodsOf({ node, source }).map((method) =>
      toBlocks(
        `## ${method.name.getText()}`,
        toCode(signatureOf(method, method.getSourceFile())),
        commentOf(method),
        ...examplesOf(method),
      ),
    ),
  );
}

/** Its own, then those of the base that is made of the table. */
function methodsOf({ node, source }: { node: ts.ClassDeclaration; source: ts.SourceFile }): ts.MethodDeclaration[] {
  const own = node.members.filter(ts.isMethodDeclaration).filter((each) => !isHidden(each));
  const base = baseOf(node, source);
  return base ? [...own, ...methodsOf(base)] : own;
}

function baseOf(node: ts.ClassDeclaration, source: ts.SourceFile) {
  const name = node.heritageClauses?.[0]?.types[0]?.expression.getText(source);
  const imported = source.statements.find(
    (each) => ts.isImportDeclaration(each) && name && new RegExp(`\\b${name}\\b`).test(each.getText(source)),
  ) as ts.ImportDeclaration | undefined;
  const target = imported && (imported.moduleSpecifier as ts.StringLiteral).text;
  if (!target?.includes("generated/")) return undefined;
  const generated = parse(join(dirname(source.fileName), target));
  const base = generated.statements.find((each) => ts.isClassDeclaration(each) && each.name?.text === name);
  return base && { node: base as ts.ClassDeclaration, source: generated };
}

/** The filters that the methods of a class take, which have a file of their own. */
function filtersOf({ node, source }: Part): Part[] {
  if (!ts.isClassDeclaration(node)) return [];
  const taken = methodsOf({ node, source })
    .map((each) => signatureOf(each, each.getSourceFile()))
    .join("\n");
  return ["filters", "admin-filters"].flatMap((file) => {
    const filters = parse(join(CLIENT, `src/generated/${file}.ts`));
    return filters.statements.flatMap((each): Part[] => {
      if (!ts.isInterfaceDeclaration(each)) return [];
      const name = each.name.text;
      return new RegExp(`\\b${name}\\b`).test(taken) ? [{ name, node: each, source: filters }] : [];
    });
  });
}

function isHidden(node: ts.MethodDeclaration): boolean {
  const hiding = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword]);
  const isNamed = ts.isIdentifier(node.name);
  return !isNamed || (node.modifiers?.some(({ kind }) => hiding.has(kind)) ?? false);
}

function describeProperties(node: ts.InterfaceDeclaration, source: ts.SourceFile): string {
  const properties = node.members.filter(ts.isPropertySignature);
  if (properties.length === 0) return "";
  return toTable(
    ["Field", "Type", "Says"],
    properties.map((each) => [
      `\`${each.name.getText(source)}${each.questionToken ? "?" : ""}\``,
      `\`${(each.type?.getText(source) ?? "unknown").replace(/ \| undefined$/, "").replace(/\s+/g, " ")}\``,
      commentOf(each),
    ]),
  );
}

/** From the name to the body. */
function signatureOf(node: ts.MethodDeclaration | ts.FunctionDeclaration, source: ts.SourceFile): string {
  const text = source.text.slice(node.name!.getStart(source), node.body?.pos ?? node.end);
  const flat = text.replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(", )", ")").trim();
  return ts.isFunctionDeclaration(node) ? `function ${flat}` : flat;
}

function commentOf(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(docs.at(-1)?.comment) ?? "").replace(/\s*\n\s*/g, " ").trim();
}

function examplesOf(node: ts.Node): string[] {
  const tags = ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === "example");
  return tags.map((tag) => {
    const text = (ts.getTextOfJSDocComment(tag.comment) ?? "").trim();
    const [first = "", ...rest] = text.split("\n");
    return rest.length > 0 && /^[A-Z][\w\s,]*$/.test(first)
      ? toBlocks(`${first}:`, toCode(rest.join("\n")))
      : toCode(text);
  });
}

function toCode(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}
