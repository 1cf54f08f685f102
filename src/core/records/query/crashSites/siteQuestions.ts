import type { Scheduler } from '../../../common/scheduler';
import type { OwnFrames } from '../../../stack/grouping/ownFrames';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';
import { maxMessageLength } from '../../../stack/locate/frameTarget';
import type { Frame, Section, Trace } from '../../../stack/trace/model';
import { recordBatches } from '../execution/recordBatches';
import type { Snapshot } from '../execution/snapshot';
import { SiteHash } from '../frameSites/siteHash';
import type { ReadSites } from '../keys/keyCodes';
import { getItems, type SiteIndex } from './siteIndex';

const maxLines = 64;
const minLines = 4;
/** Maximum number of trace lines in a result. This limits the size of the message to the extension host. */
const maxAllLines = 8000;
/** Maximum length of a line in UTF-16 code units. A frame in a longer line has no location. */
const maxLineLength = 1000;

/**
 * Returns the frame of each crash site with the surrounding lines of its trace. Returns undefined for a frame that no
 * longer exists.
 */
export async function getQuestions(
	snapshot: Snapshot,
	index: SiteIndex,
	keys: ReadSites,
	sites: readonly number[],
	scheduler: Scheduler,
): Promise<(FrameQuestion | undefined)[]> {
	const { records, placesOf } = samplesOf(index, sites);
	const most = Math.max(minLines, Math.min(maxLines, Math.floor(maxAllLines / Math.max(1, records.length))));
	const questions: (FrameQuestion | undefined)[] = sites.map(() => undefined);
	for (const batch of recordBatches(records, snapshot.table)) {
		const rows = await snapshot.table.cells(batch, keys.columns, scheduler.signal);
		for (const [row, texts] of rows.entries()) {
			const record = batch[row] ?? 0;
			const frames = await keys.framesOf(texts, record, scheduler);
			const places = placesOf.get(record) ?? [];
			const wanted = places.map((place) => sites[place] ?? 0);
			const found = frames ? framesOfSites(frames, index, wanted) : [];
			const around = frames && new Around(frames.trace, most);
			for (const [nth, place] of places.entries()) {
				const frame = found[nth];
				questions[place] = frame && around?.question(frame);
			}
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
	return questions;
}

/** Selects a few sample records whose traces together contain all given sites. */
function samplesOf({ listsOfSite, firstRecord }: SiteIndex, sites: readonly number[]) {
	const chosen = new Set<number>();
	const placesOf = new Map<number, number[]>();
	for (const [index, site] of sites.entries()) {
		const lists = getItems(listsOfSite, site);
		const list = lists.find((list) => chosen.has(list)) ?? lists[0] ?? 0;
		chosen.add(list);
		const record = firstRecord[list] ?? 0;
		const places = placesOf.get(record);
		if (places) {
			places.push(index);
		} else {
			placesOf.set(record, [index]);
		}
	}
	return { records: Uint32Array.from(placesOf.keys()).sort(), placesOf };
}

function framesOfSites(
	frames: OwnFrames,
	{ sites: { lows, highs } }: SiteIndex,
	sites: readonly number[],
): (Frame | undefined)[] {
	const hash = new SiteHash();
	const found: (Frame | undefined)[] = sites.map(() => undefined);
	let left = sites.length;
	for (let index = 0, frame = frames.at(0); frame && left > 0; frame = frames.at(++index)) {
		if (hash.of(frame)) {
			const { low, high } = hash.site;
			const place = sites.findIndex((site) => lows[site] === low && highs[site] === high);
			if (place !== -1 && found[place] === undefined) {
				found[place] = frame;
				left--;
			}
		}
	}
	return found;
}

class Around {
	private readonly whole: Trace | undefined;

	constructor(
		private readonly trace: Trace,
		private readonly most: number,
	) {
		const { platform, sections } = trace;
		const lines = sections.reduce((sum, section) => sum + section.lines.length, 0);
		if (lines <= most && sections.length <= most) {
			this.whole = { platform, sections: sections.map((section) => shortened(section)), lines: [] };
		}
	}

	question(frame: Frame): FrameQuestion {
		const shortFrame = shortenedLine(frame);
		const { trace, whole, most } = this;
		if (whole) {
			return { frame: shortFrame, trace: whole };
		}
		const { platform, sections } = trace;
		const section = sections.find(({ lines }) => lines.some((line) => line === frame));
		const at = section?.lines.indexOf(frame) ?? 0;
		const from = Math.max(0, at - (most >> 1));
		const some = section ? [shortened(section, from, from + most)] : [];
		return { frame: shortFrame, trace: { platform, sections: some, lines: [] } };
	}
}

function shortened({ platform, header, lines }: Section, from?: number, to?: number): Section {
	return {
		platform,
		header: header && { ...header, message: header.message.slice(0, maxMessageLength) },
		lines: lines.slice(from, to).map(shortenedLine),
	};
}

function shortenedLine<L extends Section['lines'][number]>(line: L): L {
	if (line.text.length <= maxLineLength) {
		return line;
	}
	const text = line.text.slice(0, maxLineLength);
	return 'link' in line ? { ...line, text, link: undefined } : { ...line, text };
}
