import { timeFieldOf } from '../../plan/timeFields';
import type { WrittenRecords } from '../download/consumeBody';
import { warningsIn } from '../model/answerWarnings';
import type { ExportProgress, LastAnswer, OverallProgress } from '../model/entry';
import { askSlice } from './askSlice';
import { halve } from './cutRange';
import { type ExportWork, zoneOf } from './exportWork';
import { whyHalve } from './halvingRules';
import { inspectSlice } from './inspectSlice';
import { countJoined, type JoinOptions } from './joinSlices';
import type { Journal } from './journal';
import { extraFieldsOf, type Slice, sliceFileName } from './slice';
import { isHeld, type SliceNode } from './sliceTree';

/** Fetches what an export still lacks, slice by slice in the order of time. */
export class SliceFetcher {
	private lastAnswer: LastAnswer | undefined;
	private readonly reused: number;

	constructor(
		private readonly work: ExportWork,
		private readonly journal: Journal,
	) {
		this.reused = journal.tree.leaves.filter(isHeld).length;
	}

	/**
	 * Ends when every slice is on the disk.
	 * @throws what the service's answers mean; the journal tells how far it came
	 */
	fetchAll(): Promise<void> {
		return this.fetchUntil(async () => false);
	}

	/** Ends as well when there are as many records as the question's limit wants. Throws as `fetchAll` does. */
	fetchWanted(): Promise<void> {
		return this.fetchUntil(() => this.isLimitReached());
	}

	/** Asks for a slice that is not the journal's, into a file of its own. */
	async ask(slice: Slice, file: string): Promise<{ readonly rows: number }> {
		return askSlice(this.work, slice, file, (progress) => this.report(progress, undefined));
	}

	/**
	 * Fetches an export in one piece, into the final file.
	 * @returns undefined when the service could not give it so, and the journal holds its halves now
	 */
	fetchWhole(node: SliceNode, file: string): Promise<WrittenRecords | undefined> {
		return this.fetch(node, file);
	}

	private async fetchUntil(isEnough: () => Promise<boolean>): Promise<void> {
		const { tree } = this.journal;
		for (let { next } = tree; next && !(await isEnough()); { next } = tree) {
			await this.fetchOne(next);
		}
	}

	private async fetchOne(node: SliceNode): Promise<void> {
		const { folder, stored, signal } = this.work;
		const { format, fields, dateDimension } = stored.question;
		const file = sliceFileName(node.slice.id, format);
		const written = await this.fetch(node, file);
		if (!written) {
			return;
		}
		const shape = { format, timeField: timeFieldOf(dateDimension), columns: fields };
		const inspected = await inspectSlice(folder, file, shape, signal);
		// Of fields that were only asked for to join slices the person need not know.
		const fieldsMissing = written.fieldsMissing?.filter((name) => fields.includes(name)) ?? [];
		const held = { ...inspected, ...warningsIn({ ...written, fieldsMissing }) };
		await this.journal.write({ entry: 'held', slice: node.slice.id, held });
	}

	/** Undefined when the slice could not be had in one piece and was halved. */
	private async fetch({ slice }: SliceNode, file: string): Promise<WrittenRecords | undefined> {
		const { journal, work } = this;
		await journal.write({ entry: 'asked', slice: slice.id, at: work.now().toISOString() });
		let noting: Promise<void> | undefined;
		const report = (progress: ExportProgress) => {
			if (progress.state === 'queued') {
				// The service works on it, which is worth going on with. Not to know that is no reason to stop.
				noting ??= journal.write({ entry: 'queued', slice: slice.id }).catch(() => undefined);
			}
			this.report(progress, slice);
		};
		try {
			return await askSlice(work, slice, file, report);
		} catch (error) {
			const reason = whyHalve(error, work.rules);
			if (!reason) {
				throw error;
			}
			await noting;
			if (!(await this.halve(slice, reason.floor))) {
				throw reason.error;
			}
			return undefined;
		} finally {
			await noting;
		}
	}

	/** False when nothing smaller may be asked for. @param near See `HalvingOptions`. */
	async halve(slice: Slice, floor: number, near?: number): Promise<boolean> {
		const { question } = this.work.stored;
		const halves = halve(slice, zoneOf(this.work), { floor, ...(near !== undefined && { near }) });
		if (!halves) {
			return false;
		}
		const extraFields = extraFieldsOf(question);
		const [first, second] = halves;
		const into = [
			{ id: `${slice.id}a`, ...first, extraFields },
			{ id: `${slice.id}b`, ...second, extraFields },
		] as const;
		await this.journal.write({ entry: 'halved', slice: slice.id, into });
		return true;
	}

	/** Counts what would be left after joining only when it may be enough. */
	private async isLimitReached(): Promise<boolean> {
		const { folder, stored, files, signal } = this.work;
		const { question } = stored;
		const { tree } = this.journal;
		if (question.limit === undefined || tree.resumable.rows < question.limit) {
			return false;
		}
		const slices = tree.leaves.filter(isHeld).map(({ held }) => held);
		const options: JoinOptions = { folder, slices, question, files, signal, onBytes: () => {} };
		return (await countJoined(options)) >= question.limit;
	}

	private report(progress: ExportProgress, slice: Slice | undefined): void {
		const kind = answerIn(progress);
		if (kind) {
			this.lastAnswer = { kind, at: this.work.now().getTime() };
		}
		this.work.report({ ...progress, overall: this.overall(slice) });
	}

	private overall(slice: Slice | undefined): OverallProgress {
		const { tree } = this.journal;
		const { resumable } = tree;
		return {
			slice: (slice && tree.placeOf(slice.id)) ?? resumable.slices,
			slices: resumable.slices,
			reused: this.reused,
			rows: resumable.rows,
			bytes: resumable.bytes,
			...(this.lastAnswer && { lastAnswer: this.lastAnswer }),
		};
	}
}

function answerIn({ state }: ExportProgress): LastAnswer['kind'] | undefined {
	switch (state) {
		case 'queued':
		case 'throttled':
			return state;
		case 'downloading':
			return 'records';
		default:
			return undefined;
	}
}
