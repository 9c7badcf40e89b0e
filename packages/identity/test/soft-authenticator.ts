import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** What a browser and a device would do, and what they would not. */
export interface Asked {
  readonly origin: string;
  readonly rpId: string;
  readonly verifiesUser?: boolean;
  /** Of its signatures. It does not count by default. */
  readonly counter?: number;
}

/** A passkey of ES256 in software. */
export function createSoftAuthenticator({ id = randomBytes(16) }: { id?: Uint8Array } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const header = ({ rpId, verifiesUser = true, counter = 0 }: Asked, attested: boolean) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Uint8Array.of(1 + (verifiesUser ? 4 : 0) + (attested ? 64 : 0)), count]);
  };
  /** `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }` in CBOR. */
  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x!, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y!, "base64url"),
  ]);

  return {
    create(options: { challenge: string; user: { id: string } }, asked: Asked) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([header(asked, true), Buffer.alloc(16), length, id, coseKey]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(authData.length);
      /** `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Uint8Array.of(0x59),
        size,
        authData,
      ]);
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64Url(clientData("webauthn.create", options.challenge, asked.origin)),
          attestationObject: base64Url(attestationObject),
          transports: ["internal"],
        },
      };
    },

    sign(options: { challenge: string }, asked: Asked) {
      const data = clientData("webauthn.get", options.challenge, asked.origin);
      const authData = header(asked, false);
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64Url(data),
          authenticatorData: base64Url(authData),
          signature: base64Url(sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle,
        },
      };
    },
  };
}
