/**
 * The name server of a network of containers: a program that listens at an address and answers the names that it is given, as JSON of
 * names and addresses. It knows no others (RFC 1035).
 */
import { createSocket } from "node:dgram";

const [address = "", known = "{}"] = process.argv.slice(2);
const names = JSON.parse(known) as Record<string, string>;
const HEADER = 12;
const ADDRESS_QUERY = 1;

const socket = createSocket("udp4");
socket.on("message", (query, { port, address: from }) => {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += 1 + length;
  }
  const question = query.subarray(HEADER, at + 5);
  const found = names[labels.join(".").toLowerCase()];
  const isAnswered = found !== undefined && query.readUInt16BE(at + 1) === ADDRESS_QUERY;
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  // A response, recursion available; an unknown name does not exist.
  header.writeUInt16BE(found === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isAnswered ? 1 : 0, 6);
  // A pointer to the name of the question, A, IN, a second, four bytes.
  const record = [0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...(found ?? "").split(".").map(Number)];
  socket.send(Buffer.concat([header, question, ...(isAnswered ? [Buffer.from(record)] : [])]), port, from);
});
socket.bind(53, address);
