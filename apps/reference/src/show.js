const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

const config = await fetch(new URL("site-config.json", import.meta.url)).then((response) => response.json());
const api = new URL(config.apiUrl, location.href);
globalThis.SwaggerUIBundle({
  dom_id: "#reference",
  url: new URL("api/openapi.json", api).href,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  displayOperationId: true,
  docExpansion: "list",
  filter: true,
  showExtensions: true,
  tryItOutEnabled: false,
  // Nothing goes to another host, and no token outlives the page.
  validatorUrl: null,
  persistAuthorization: false,
});
