/** Certificates of an authority of the tests, made by openssl. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const shell = promisify(execFile);
const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Files of one certificate and of its authority. */
export interface Certificates {
  ca: string;
  certificate: string;
  key: string;
}

/** An authority whose files are in the folder. */
export async function makeAuthority(folder: string): Promise<void> {
  const files = ["-keyout", join(folder, "ca-key.pem"), "-out", join(folder, "ca.pem")];
  await shell("openssl", ["req", "-x509", ...NEW_KEY, "-days", "2", "-subj", "/CN=test authority", ...files]);
}

/** A certificate of the folder's authority. @param names its alternative names, as openssl writes them */
export async function sign(folder: string, name: string, names: string): Promise<Certificates> {
  const file = (end: string) => join(folder, `${name}${end}`);
  const [certificate, key, request, extensions] = [file(".pem"), file("-key.pem"), file(".csr"), file(".ext")];
  const [ca, caKey] = [join(folder, "ca.pem"), join(folder, "ca-key.pem")];
  await shell("openssl", ["req", ...NEW_KEY, "-subj", `/CN=${name}`, "-keyout", key, "-out", request]);
  await writeFile(extensions, `subjectAltName=${names}\n`);
  const of = ["-in", request, "-CA", ca, "-CAkey", caKey, "-CAcreateserial", "-days", "2", "-extfile", extensions];
  await shell("openssl", ["x509", "-req", ...of, "-out", certificate]);
  return { ca, certificate, key };
}
