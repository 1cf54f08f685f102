import type { Pace } from '../../../common/pace';
import { framePath } from '../../../stack/trace/framePath';
import { countDevices } from '../groups/countDevices';
import { codesWithRecords, countCodes } from '../keys/tally';
import type { Prepared } from '../prepared';
import { allRecords } from '../work/keep';
import type { Snapshot } from '../work/snapshot';
import type { FilesQuestion, FilesWithSites, SiteFile } from './siteAnswers';
import type { SiteIndex, SitesOfRecords } from './siteIndex';
import { questionsOf } from './siteQuestions';

/** A person looks at no more, and each name is read of a trace. */
const maxFiles = 1000;

/** The files with functions that threw. */
export async function filesOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ index, sites, generation }: SitesOfRecords,
	{ max }: FilesQuestion,
	pace: Pace,
): Promise<FilesWithSites> {
	const { codes, siteOfFile } = await filesThatThrew(index, snapshot.records, pace);
	const numbers = allRecords(snapshot.records);
	const records = await countCodes(numbers, codes, pace);
	const devices = await countDevices(prepared, snapshot, numbers, codes, records, pace);
	const by = devices ?? records;
	const files = Array.from(await codesWithRecords(records, pace)).filter((file) => file !== 0);
	files.sort((a, b) => (by[b] ?? 0) - (by[a] ?? 0) || (records[b] ?? 0) - (records[a] ?? 0) || a - b);
	const told = files.slice(0, Math.min(max, maxFiles));
	const questions = await questionsOf(
		snapshot,
		index,
		sites,
		told.map((file) => siteOfFile[file] ?? 0),
		pace,
	);
	const named = told.flatMap((file, place): SiteFile[] => {
		const name = framePath(questions[place]?.frame.file).segments.at(-1);
		return name === undefined ? [] : [{ name, records: records[file] ?? 0, devices: devices?.[file] }];
	});
	return { files: named, left: files.length - named.length, generation };
}

/** By record the file that it threw in, 0 for none; and of each file a site. */
async function filesThatThrew({ sites, fileOfSite, files }: SiteIndex, records: number, pace: Pace) {
	const { codes, ends, members } = sites;
	const siteOfFile = new Uint32Array(files);
	const fileOfList = new Uint32Array(ends.length);
	for (let list = 1; list < ends.length; list++) {
		const first = ends[list - 1] ?? 0;
		const site = first < (ends[list] ?? 0) ? (members[first] ?? 0) : 0;
		const file = fileOfSite[site] ?? 0;
		fileOfList[list] = file;
		siteOfFile[file] ||= site;
	}
	const found = new Uint32Array(records);
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			found[record] = fileOfList[codes[record] ?? 0] ?? 0;
		}
	});
	return { codes: { codes: found, size: files }, siteOfFile };
}
