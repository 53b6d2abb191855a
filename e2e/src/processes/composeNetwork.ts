/** The network of deploy/compose.yaml on a computer of a test: each container has an address and ports of its own, and knows the others by name. */
import { fileURLToPath } from "node:url";
import type { Computer, RemoteProcess } from "./computer.ts";
import { readCompose } from "./deployFiles.ts";

const NAME_SERVER = fileURLToPath(new URL("nameServer.ts", import.meta.url));
/** Passes connections on: addresses and ports where it listens, and to where. */
const RELAY = `const net = require("node:net");
for (const [host, port, to, at] of JSON.parse(process.argv[1]))
  net.createServer((one) => { const other = net.connect(at, to); one.pipe(other).pipe(one);
    for (const socket of [one, other]) socket.on("error", () => { one.destroy(); other.destroy(); }); }).listen(port, host);`;

export class ComposeNetwork {
  readonly #computer: Computer;
  /** By the name of the service. */
  readonly #addresses: ReadonlyMap<string, string>;
  private constructor(computer: Computer, addresses: ReadonlyMap<string, string>) {
    this.#computer = computer;
    this.#addresses = addresses;
  }

  static async open(computer: Computer): Promise<ComposeNetwork> {
    const { services, networks } = readCompose();
    const [subnet = ""] = networks.default.ipam.config.map((one) => one.subnet.replace(/\.0\/24$/, ""));
    const names = Object.keys(services);
    const addresses = new Map(names.map((name, n) => [name, `${subnet}.${n + 2}`]));
    const lines = [...addresses].map(
      ([name, address], n) => `ip netns add ${name}
ip link add veth${n} type veth peer name eth0 netns ${name}
ip link set veth${n} master engine up
ip -n ${name} link set lo up
ip -n ${name} addr add ${address}/24 dev eth0
ip -n ${name} link set eth0 up
echo ${address} ${name} >> /etc/hosts`,
    );
    await computer.shell(`ip link add engine type bridge
ip addr add ${subnet}.1/24 dev engine
ip link set engine up
${lines.join("\n")}
rm -f /etc/resolv.conf
echo nameserver ${subnet}.1 > /etc/resolv.conf`);
    computer.start([process.execPath, NAME_SERVER, `${subnet}.1`, JSON.stringify(Object.fromEntries(addresses))]);
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports
        .filter((one) => !one.endsWith("/udp"))
        .map((one) => {
          const [inside = "", outside = "", host = "0.0.0.0"] = one.split(":").toReversed();
          return [host, Number(outside), addresses.get(name), Number(inside)];
        }),
    );
    computer.start([process.execPath, "-e", RELAY, JSON.stringify(published)]);
    return new ComposeNetwork(computer, addresses);
  }

  /** Starts a command in a service's container. @param volume what is at which path there @param user who runs it */
  start(
    service: string,
    words: readonly string[],
    {
      environment = {},
      user,
      volume,
    }: { environment?: Record<string, string>; user?: string; volume?: [string, string] } = {},
  ): RemoteProcess {
    if (!this.#addresses.has(service)) throw new Error(`there is no service ${service}`);
    const mounts = volume === undefined ? "" : `mount --bind ${volume.join(" ")}; `;
    const as = user === undefined ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"];
    const own = Object.entries({ PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/bin", ...environment }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const inside = ["unshare", "--mount", "bash", "-c", `${mounts}cd /opt/reelcast; exec "$@"`, "container"];
    return this.#computer.start(["ip", "netns", "exec", service, ...inside, ...as, "env", "-i", ...own, ...words]);
  }
}
