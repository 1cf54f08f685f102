import type { Scheduler } from '../../../common/scheduler';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';
import { framePath } from '../../../stack/trace/framePath';
import type { CachedSnapshot } from '../cachedSnapshot';
import { allRecords } from '../execution/selectPositions';
import { countDevices } from '../groups/countDevices';
import { codesWithRecords, countCodes } from '../keys/tally';
import type { FilesOfRecords, FilesQuestion, FilesWithSites, RecordFilesQuestion, SiteFile } from './siteAnswers';
import type { SiteIndex, SitesOfRecords } from './siteIndex';
import { getQuestions } from './siteQuestions';

/** Maximum number of files in the result. For each file, a trace is parsed to find the file's name. */
const maxFiles = 1000;

export async function getFiles(
	snapshot: CachedSnapshot,
	{ index, sites, generation }: SitesOfRecords,
	{ max }: FilesQuestion,
	scheduler: Scheduler,
): Promise<FilesWithSites> {
	const { codes, siteOfFile } = await filesThatThrew(index, snapshot.records, scheduler);
	const numbers = allRecords(snapshot.records);
	const records = await countCodes(numbers, codes, scheduler);
	const devices = await countDevices(snapshot, { numbers, codes, counts: records }, scheduler);
	const by = devices ?? records;
	const files = Array.from(await codesWithRecords(records, scheduler)).filter((file) => file !== 0);
	files.sort((a, b) => (by[b] ?? 0) - (by[a] ?? 0) || (records[b] ?? 0) - (records[a] ?? 0) || a - b);
	const topFiles = files.slice(0, Math.min(max, maxFiles));
	const questions = await getQuestions(
		snapshot,
		index,
		sites,
		topFiles.map((file) => siteOfFile[file] ?? 0),
		scheduler,
	);
	const named = topFiles.flatMap((file, place): SiteFile[] => {
		const name = framePath(questions[place]?.frame.file).segments.at(-1);
		return name === undefined ? [] : [{ name, records: records[file] ?? 0, devices: devices?.[file] }];
	});
	return { files: named, left: files.length - named.length, generation };
}

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

/** Maximum number of crash sites to examine. For each crash site, a trace is parsed. */
const maxRead = 1000;
const maxFrames = 100;

export async function filesOfRecords(
	snapshot: CachedSnapshot,
	{ index, sites: read }: SitesOfRecords,
	{ filters, max }: RecordFilesQuestion,
	scheduler: Scheduler,
): Promise<FilesOfRecords> {
	const { codes, ends, members, lows } = index.sites;
	const numbers = await snapshot.selection(filters, scheduler.signal);
	const ofList = new Uint32Array(ends.length);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let place = from; place < to; place++) {
			const list = codes[numbers[place] ?? 0] ?? 0;
			ofList[list] = (ofList[list] ?? 0) + 1;
		}
	});
	const ofSite = new Uint32Array(lows.length);
	await scheduler.forEachBatch(ends.length, (from, to) => {
		for (let list = Math.max(1, from); list < to; list++) {
			const records = ofList[list] ?? 0;
			for (let at = ends[list - 1] ?? 0; records > 0 && at < (ends[list] ?? 0); at++) {
				const site = members[at] ?? 0;
				ofSite[site] = (ofSite[site] ?? 0) + records;
			}
		}
	});
	const { found, all } = await mostOf(ofSite, maxRead, scheduler);
	const questions = await getQuestions(snapshot, index, read, found, scheduler);
	const byFile = new Map<string, FrameQuestion>();
	for (const question of questions) {
		const { file, type } = question?.frame ?? {};
		const key = JSON.stringify([file, type]);
		if (question && !byFile.has(key)) {
			byFile.set(key, question);
		}
	}
	const frames = [...byFile.values()].slice(0, Math.min(max, maxFrames));
	return { frames, hasMore: found.length < all || frames.length < byFile.size };
}

async function mostOf(
	records: Uint32Array,
	most: number,
	scheduler: Scheduler,
): Promise<{ readonly found: readonly number[]; readonly all: number }> {
	let found: number[] = [];
	let all = 0;
	const cut = () => {
		found = found.sort((a, b) => (records[b] ?? 0) - (records[a] ?? 0) || a - b).slice(0, most);
	};
	await scheduler.forEachBatch(records.length, (from, to) => {
		for (let site = Math.max(1, from); site < to; site++) {
			if (records[site] !== 0) {
				all++;
				found.push(site);
				if (found.length === 2 * most) {
					cut();
				}
			}
		}
	});
	cut();
	return { found, all };
}
