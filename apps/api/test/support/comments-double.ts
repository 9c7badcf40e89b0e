import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly performed_via_github_app: { readonly slug: string } | null;
}

/** As whom a job's own token writes. */
const JOB = {
  user: { login: "github-actions[bot]", type: "Bot" },
  performed_via_github_app: { slug: "github-actions" },
};

/** GitHub's routes for the comments of a pull request. */
export interface CommentsDouble {
  readonly url: string;
  readonly comments: Comment[];
  /** Every request that was answered with success. */
  readonly requests: string[];
  /** Who the token is; null where GitHub does not say. */
  viewer: string | null;
  /** Whether the token may write. */
  mayWrite: boolean;
  close(): Promise<void>;
}

export async function startCommentsDouble(token: string, repository: string): Promise<CommentsDouble> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      if (status < 300) double.requests.push(`${request.method} ${request.url}`);
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url!, double.url);
      const [, inIssue, id] =
        new RegExp(`^/repos/${repository}/issues/(?:(7)/comments|comments/(\\d+))$`).exec(pathname) ?? [];
      if (request.headers.authorization !== `Bearer ${token}`) return reply(401, { message: "Bad credentials" });
      if (pathname === "/graphql") return reply(200, { data: { viewer: { login: double.viewer } } });
      if (!inIssue && !id) return reply(404, { message: "Not Found" });
      if (request.method === "GET") {
        const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
        return reply(200, double.comments.slice((page - 1) * size, page * size));
      }
      if (!double.mayWrite) return reply(403, { message: "Resource not accessible by integration" });
      const { body } = JSON.parse(text) as { body: string };
      const comment = double.comments.find((each) => each.id === Number(id));
      if (comment) comment.body = body;
      else double.comments.push({ id: double.comments.length + 1, body, ...JOB });
      return reply(comment ? 200 : 201, { html_url: `https://github.example/comment/${id ?? double.comments.length}` });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const double: CommentsDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments: [],
    requests: [],
    viewer: JOB.user.login,
    mayWrite: true,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return double;
}
