import type { Attributes } from "./read-body.ts";
import { GROUP, PROVIDER_CONFIG, RESOURCE_TYPE, SCHEMA, USER } from "./urns.ts";

export const PAGE_MAX = 200;

interface Attribute {
  readonly name: string;
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly many?: boolean;
  readonly readOnly?: boolean;
  readonly description: string;
  readonly parts?: readonly Attribute[];
}

const USER_ATTRIBUTES: readonly Attribute[] = [
  {
    name: "userName",
    required: true,
    unique: true,
    description: "The name in the directory; an address where emails is absent.",
  },
  {
    name: "name",
    type: "complex",
    description: "The parts of the person's name.",
    parts: [
      { name: "givenName", description: "The first name." },
      { name: "familyName", description: "The last name." },
    ],
  },
  { name: "displayName", description: "What the person is called." },
  {
    name: "emails",
    type: "complex",
    many: true,
    description: "One is kept: the primary one, else the one for work. In a domain that the tenant has proved.",
    parts: [
      { name: "value", description: "The address." },
      { name: "type", description: "work" },
      { name: "primary", type: "boolean", description: "true" },
    ],
  },
  {
    name: "active",
    type: "boolean",
    description: "Whether the person may be a member. false ends membership and sessions.",
  },
  {
    name: "groups",
    type: "complex",
    many: true,
    readOnly: true,
    description: "The groups that the person is in.",
    parts: [
      { name: "value", readOnly: true, description: "The group's id." },
      { name: "$ref", type: "reference", readOnly: true, description: "The group." },
      { name: "display", readOnly: true, description: "The group's name." },
    ],
  },
];
const GROUP_ATTRIBUTES: readonly Attribute[] = [
  { name: "displayName", required: true, unique: true, description: "The name. An ADMIN says which role it gives." },
  {
    name: "members",
    type: "complex",
    many: true,
    description: "Users alone.",
    parts: [
      { name: "value", description: "The user's id." },
      { name: "$ref", type: "reference", description: "The user." },
      { name: "display", readOnly: true, description: "The user's name." },
    ],
  },
];

export function providerConfig(base: string): Attributes {
  const no = { supported: false };
  return {
    schemas: [PROVIDER_CONFIG],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_MAX },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      { type: "oauthbearertoken", name: "SCIM key", description: "A key that an ADMIN makes", primary: true },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

export const resourceTypes = (base: string): Attributes[] =>
  [
    { id: "User", endpoint: "/Users", schema: USER, description: "A person of the directory" },
    { id: "Group", endpoint: "/Groups", schema: GROUP, description: "A group of the directory" },
  ].map((type) => ({
    schemas: [RESOURCE_TYPE],
    name: type.id,
    ...type,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type.id}` },
  }));

export const schemas = (base: string): Attributes[] =>
  [
    { id: USER, name: "User", description: "A person of the directory", attributes: USER_ATTRIBUTES },
    { id: GROUP, name: "Group", description: "A group of the directory", attributes: GROUP_ATTRIBUTES },
  ].map(({ attributes, ...schema }) => ({
    schemas: [SCHEMA],
    ...schema,
    attributes: attributes.map(toAttribute),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));

function toAttribute({ name, description, parts, ...attribute }: Attribute): Attributes {
  const { type = "string", many = false, required = false, readOnly = false, unique = false } = attribute;
  return {
    name,
    type,
    multiValued: many,
    description,
    required,
    caseExact: false,
    mutability: readOnly ? "readOnly" : "readWrite",
    returned: "default",
    uniqueness: unique ? "server" : "none",
    ...(parts && { subAttributes: parts.map(toAttribute) }),
  };
}
