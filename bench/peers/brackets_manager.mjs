// Prints the milliseconds of CPU in which brackets-manager.js creates a double elimination and plays it out, in memory.
// Arguments: how many entrants, how often. A first time, in which the engine compiles, is not counted.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

const [entrants, times] = process.argv.slice(2).map(Number);
const seeding = Array.from({ length: entrants }, (_, at) => `Player ${at + 1}`);

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function once() {
  const database = new InMemoryDatabase();
  const manager = new BracketsManager(database);
  const began = cpu();
  await manager.create.stage({
    tournamentId: 0, name: "Open", type: "double_elimination", seeding, settings: { grandFinal: "double" },
  });
  const created = cpu() - began;
  const matches = (await database.select("match")).length;
  const start = cpu();
  let played = 0;
  for (let id = 0; id < matches; id++) {
    const { opponent1, opponent2 } = await database.select("match", id);
    if (opponent1?.id == null || opponent2?.id == null) continue;
    const [won, lost] = id % 3 ? ["opponent1", "opponent2"] : ["opponent2", "opponent1"];
    await manager.update.match({ id, [won]: { score: 7, result: "win" }, [lost]: { score: 3 } });
    played++;
  }
  return { created, a_result: (cpu() - start) / played, played };
}

await once();
const all = [];
for (let time = 0; time < times; time++) all.push(await once());
console.log(JSON.stringify({
  created: Math.min(...all.map((each) => each.created)),
  a_result: Math.min(...all.map((each) => each.a_result)),
  played: all[0].played,
}));
