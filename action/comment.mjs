// Writes a report as one comment of the pull request: the comment of a previous run is updated in place.
import { readFile } from "node:fs/promises";

const MARKER = "<!-- assay-report -->";
const BODY_MAX = 65_000;
const PAGE = 100;

const { GITHUB_API_URL = "https://api.github.com", GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const { GITHUB_GRAPHQL_URL = `${GITHUB_API_URL}/graphql` } = process.env;
const comments = `/repos/${GITHUB_REPOSITORY}/issues/${PULL_REQUEST}/comments`;

async function call(method, path, body) {
  const response = await fetch(path.startsWith("/") ? `${GITHUB_API_URL}${path}` : path, {
    method,
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${GITHUB_TOKEN}`,
      "X-GitHub-Api-Version": "2022-11-28",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  throw Object.assign(new Error(`${method} ${path}: status ${response.status}`), { status: response.status });
}

/** Whom the token's comments name as author; nothing where GitHub does not say. */
async function findAuthor() {
  try {
    const { data } = await call("POST", GITHUB_GRAPHQL_URL, { query: "{ viewer { login } }" });
    return data?.viewer?.login;
  } catch {
    return undefined;
  }
}

// Anybody who may comment can write the marker: a comment is ours by its author, and an app's by the app too.
function isOwn({ body, user, performed_via_github_app: app }, author) {
  if (!body?.startsWith(MARKER)) return false;
  const slug = author.replace(/\[bot\]$/, "");
  return user?.type === "Bot" ? user.login === `${slug}[bot]` && app?.slug === slug : user?.login === author && !app;
}

async function findComment() {
  const author = await findAuthor();
  if (!author) return undefined;
  for (let page = 1; ; page++) {
    const found = await call("GET", `${comments}?per_page=${PAGE}&page=${page}`);
    const earlier = found.find((comment) => isOwn(comment, author));
    if (earlier || found.length < PAGE) return earlier;
  }
}

const isRefusal = ({ status }) => status === 401 || status === 403 || status === 404;

async function writeComment(body) {
  const earlier = await findComment();
  if (!earlier) return call("POST", comments, { body });
  // A token that may no longer edit it makes another one.
  return call("PATCH", `/repos/${GITHUB_REPOSITORY}/issues/comments/${earlier.id}`, { body }).catch((error) => {
    if (isRefusal(error)) return call("POST", comments, { body });
    throw error;
  });
}

const report = await readFile(process.argv[2], "utf8");
const text = `${MARKER}\n${report}`;
const body = text.length > BODY_MAX ? `${text.substring(0, BODY_MAX)}\n\n…` : text;
try {
  const { html_url: url } = await writeComment(body);
  console.log(`Commented: ${url}`);
} catch (error) {
  if (!isRefusal(error)) throw error;
  console.log(
    `::warning::Cannot comment on the pull request (status ${error.status}): give the job the permission 'pull-requests: write', or set 'comment: false'`,
  );
}
