import type { Scheduler } from '../../../common/scheduler';
import { framePath } from '../../../stack/trace/framePath';
import { allRecords } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import { countDevices } from '../groups/countDevices';
import { codesWithRecords, countCodes } from '../keys/tally';
import type { QueryCache } from '../queryCache';
import type { FilesQuestion, FilesWithSites, SiteFile } from './siteAnswers';
import type { SiteIndex, SitesOfRecords } from './siteIndex';
import { getQuestions } from './siteQuestions';

/** Maximum number of files. Determining a file's name requires parsing a trace. */
const maxFiles = 1000;

export async function getFiles(
	queryCache: QueryCache,
	snapshot: Snapshot,
	{ index, sites, generation }: SitesOfRecords,
	{ max }: FilesQuestion,
	scheduler: Scheduler,
): Promise<FilesWithSites> {
	const { codes, siteOfFile } = await filesThatThrew(index, snapshot.records, scheduler);
	const numbers = allRecords(snapshot.records);
	const records = await countCodes(numbers, codes, scheduler);
	const devices = await countDevices(queryCache, snapshot, numbers, codes, records, scheduler);
	const by = devices ?? records;
	const files = Array.from(await codesWithRecords(records, scheduler)).filter((file) => file !== 0);
	files.sort((a, b) => (by[b] ?? 0) - (by[a] ?? 0) || (records[b] ?? 0) - (records[a] ?? 0) || a - b);
	const told = files.slice(0, Math.min(max, maxFiles));
	const questions = await getQuestions(
		snapshot,
		index,
		sites,
		told.map((file) => siteOfFile[file] ?? 0),
		scheduler,
	);
	const named = told.flatMap((file, place): SiteFile[] => {
		const name = framePath(questions[place]?.frame.file).segments.at(-1);
		return name === undefined ? [] : [{ name, records: records[file] ?? 0, devices: devices?.[file] }];
	});
	return { files: named, left: files.length - named.length, generation };
}

/** Returns the code of the file that threw the error by record (0 if unknown), and one site of each file. */
async function filesThatThrew({ sites, fileOfSite, files }: SiteIndex, records: number, scheduler: Scheduler) {
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
	await scheduler.forEachBatch(records, (from, to) => {
		for (let record = from; record < to; record++) {
			found[record] = fileOfList[codes[record] ?? 0] ?? 0;
		}
	});
	return { codes: { codes: found, size: files }, siteOfFile };
}
