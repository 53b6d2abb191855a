/** Reads and rewrites STUN messages (RFC 8489, RFC 8445) between a viewer and its peer connection. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const HEADER = 20;
const COOKIE = 0x21_12_a4_42;
const REQUEST = 0x0001;
const SUCCESS = 0x0101;
const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const XOR_MAPPED_ADDRESS = 0x0020;
const FINGERPRINT = 0x8028;
const CONTROLLED = 0x8029;
const CONTROLLING = 0x802a;
const FINGERPRINT_XOR = 0x53_54_55_4e;
/** An attribute's own header. */
const PREFIX = 4;

/** Offset and length of each attribute's value, bytes. */
type Attributes = Map<number, { at: number; length: number }>;

/** null: not a valid STUN message. */
function attributesOf(packet: Buffer): Attributes | null {
  if (packet.length < HEADER || (packet[0] ?? 0) > 3 || packet.readUInt32BE(4) !== COOKIE) return null;
  if (packet.readUInt16BE(2) !== packet.length - HEADER) return null;
  const found: Attributes = new Map();
  for (let at = HEADER; at + PREFIX <= packet.length;) {
    const length = packet.readUInt16BE(at + 2);
    if (at + PREFIX + length > packet.length) return null;
    const type = packet.readUInt16BE(at);
    if (!found.has(type)) found.set(type, { at: at + PREFIX, length });
    at += PREFIX + Math.ceil(length / 4) * 4;
  }
  return found;
}

export interface Check {
  /** The user name fragment of the side that is checked. */
  ufrag: string;
  tieBreaker: bigint;
}

/** A connectivity check (RFC 8445 §7.2); null: the packet is none. */
export function readCheck(packet: Buffer): Check | null {
  const attributes = attributesOf(packet);
  if (!attributes || packet.readUInt16BE(0) !== REQUEST) return null;
  const name = attributes.get(USERNAME);
  const role = attributes.get(CONTROLLING) ?? attributes.get(CONTROLLED);
  if (!name || role?.length !== 8 || !attributes.has(INTEGRITY)) return null;
  const [ufrag = ""] = packet.toString("utf8", name.at, name.at + name.length).split(":", 1);
  return { ufrag, tieBreaker: packet.readBigUInt64BE(role.at) };
}

/** Whether the message integrity matches the password (RFC 8489 §14.5). */
export function isSigned(packet: Buffer, password: string): boolean {
  const integrity = attributesOf(packet)?.get(INTEGRITY);
  if (integrity?.length !== HEADER) return false;
  return timingSafeEqual(packet.subarray(integrity.at, integrity.at + HEADER), macOf(packet, integrity.at, password));
}

/** The same check with another tie-breaker. */
export function withTieBreaker(packet: Buffer, tieBreaker: bigint, password: string): Buffer {
  return rewrite(packet, password, (copy, attributes) => {
    const role = attributes.get(CONTROLLING) ?? attributes.get(CONTROLLED);
    if (role?.length === 8) copy.writeBigUInt64BE(tieBreaker, role.at);
  });
}

/** An answer to a check, with this IPv4 address as the mapped one; any other packet unchanged. */
export function withMappedAddress(packet: Buffer, address: string, port: number, password: string): Buffer {
  if (packet.length < HEADER || packet.readUInt16BE(0) !== SUCCESS) return packet;
  return rewrite(packet, password, (copy, attributes) => {
    const mapped = attributes.get(XOR_MAPPED_ADDRESS);
    if (mapped?.length !== 8) return;
    copy.writeUInt16BE(port ^ (COOKIE >>> 16), mapped.at + 2);
    const bytes = address.split(".").map(Number);
    for (const [index, byte] of bytes.entries()) copy[mapped.at + 4 + index] = byte ^ (copy[4 + index] ?? 0);
  });
}

function rewrite(packet: Buffer, password: string, change: (copy: Buffer, attributes: Attributes) => void): Buffer {
  const attributes = attributesOf(packet);
  const integrity = attributes?.get(INTEGRITY);
  if (!attributes || integrity?.length !== HEADER) return packet;
  const copy = Buffer.from(packet);
  change(copy, attributes);
  macOf(copy, integrity.at, password).copy(copy, integrity.at);
  const fingerprint = attributes.get(FINGERPRINT);
  if (fingerprint)
    copy.writeUInt32BE((crc32(copy.subarray(0, fingerprint.at - PREFIX)) ^ FINGERPRINT_XOR) >>> 0, fingerprint.at);
  return copy;
}

/** The length in the header counts up to the end of this attribute, whatever follows it. */
function macOf(packet: Buffer, at: number, password: string): Buffer {
  const signed = Buffer.from(packet.subarray(0, at - PREFIX));
  signed.writeUInt16BE(at, 2);
  return createHmac("sha1", password).update(signed).digest();
}
