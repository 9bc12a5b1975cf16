// Prints the milliseconds of CPU of a result in a feed-in championship that CourtHive's competition factory plays out.
// Argument: how many entrants.
import { mocksEngine, tournamentEngine } from "tods-competition-factory";

const drawSize = Number(process.argv[2]);

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const { tournamentRecord, drawIds } = mocksEngine.generateTournamentRecord({
  drawProfiles: [{ drawSize, drawType: "FEED_IN_CHAMPIONSHIP" }],
});
tournamentEngine.setState(tournamentRecord);

let spent = 0;
let played = 0;
for (;;) {
  const { matchUps } = tournamentEngine.allTournamentMatchUps();
  const ready = matchUps.filter((each) => each.readyToScore && !each.winningSide);
  if (!ready.length) break;
  for (const { matchUpId } of ready) {
    const began = cpu();
    const outcome = { winningSide: played % 3 ? 1 : 2 };
    const { success } = tournamentEngine.setMatchUpStatus({ drawId: drawIds[0], matchUpId, outcome });
    spent += cpu() - began;
    if (!success) throw new Error(`a result was refused: ${matchUpId}`);
    played++;
  }
}
console.log(JSON.stringify({ a_result: spent / played, played }));
