/** 100 kills (`kill -9`) at random moments of cash-in and cash-out: what was lost or doubled. The bar is nothing. */
import { crash } from "@reelcast/e2e/crash";

const ROUNDS = 100;
const began = Date.now();
const report = await crash(ROUNDS, (round) => {
  if (round % 10 === 0) console.log(`${round} of ${ROUNDS} kills`);
});
console.log(`
kills                                   ${report.rounds}
transfers acknowledged before the kill  ${report.acknowledged}
transfers cut off, settled afterwards   ${report.cutOff} (${report.voided} given up before the machine was told)
lost, doubled or left open              ${report.faults.length}
time                                    ${Math.round((Date.now() - began) / 1000)} s`);
for (const fault of report.faults) console.error(fault);
process.exit(report.faults.length > 0 ? 1 : 0);
