import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { openRecords } from '../../services/openRecords';
import { describeError } from '../../services/pages/describeError';
import { Notices } from '../../services/pages/notices';
import type { Services } from '../../services/services';
import { type ComparedSide, verdictKinds } from '../../shared/comparison';
import {
	type ComparisonAsked,
	type ComparisonCommand,
	type ComparisonHead,
	type ComparisonHost,
	type ComparisonStart,
	type ComparisonState,
	type ComparisonView,
	verdictsOf,
} from '../../shared/comparisonProtocol';
import type { GroupValue } from '../../shared/groupValue';
import type { TopValues } from '../../shared/results';
import { type CallContext, Channel, type Handlers } from '../../shared/rpc';
import { shownErrorCodec } from '../../shared/shownError';
import { describeBasis, describeSideFlags, describeSpans, describeVerdict } from '../../wording/comparisonMessages';
import { apartOnSide } from './apartOnSide';
import type { ComparedServices, ComparedSides } from './comparedSides';
import { describeObstacles } from './remedies';
import { resultsColumnOf } from './resultsColumn';
import { saveComparison } from './saveComparison';
import { keyBefore, sharedColumns } from './sideColumns';
import { filtersOfRecords, filtersOfSide } from './sideRecords';
import { topValuesOfBoth } from './topValuesOfBoth';

export type ComparisonServices = ComparedServices &
	Pick<Services, 'accounts' | 'applications' | 'extensionUri' | 'filtersToShow'>;

/** So many values of each side are looked at for the most frequent ones of both together. */
const valuesOfSide = 1000;

/** What the connection is part of. */
interface Panel {
	readonly post: (message: unknown) => void;
	/** How the page was left. */
	readonly state: () => ComparisonState | undefined;
	readonly keepState: (state: ComparisonState) => void;
	/** Puts another file in the place of a side's. */
	readonly replace: (side: ComparedSide, path: string) => void;
	/** Begins the page anew: the columns that it speaks of are others. */
	readonly reload: () => void;
}

/** Everything said between the host and one life of the page, from its first call on. */
export class ComparisonConnection implements vscode.Disposable {
	private readonly channel: Channel<ComparisonHost, ComparisonView>;
	private deliver: (message: unknown) => void = () => undefined;
	private readonly obstacles = new Notices();
	/** Names of the columns that the page speaks of by index; undefined before it has its start. */
	private columnsShown: string | undefined;

	constructor(
		private readonly sides: ComparedSides,
		private readonly panel: Panel,
		private readonly services: ComparisonServices,
	) {
		this.channel = new Channel(
			{ post: panel.post, onMessage: (listener) => (this.deliver = listener) },
			this.handlers(),
			shownErrorCodec((error) => describeError(error, 'comparison', services.log)),
		);
	}

	receive(message: unknown): void {
		this.deliver(message);
	}

	/** The records of a side are others now: once they are read the page asks anew. */
	async recordsChanged(): Promise<void> {
		const shown = this.columnsShown;
		if (shown === undefined) {
			return;
		}
		if ((await this.columnNames()) === shown) {
			// A hidden page does not answer, and asks when it comes back.
			this.channel.call('recordsChanged', undefined).catch(() => undefined);
		} else {
			this.panel.reload();
		}
	}

	/** Hands a command to the page. */
	async run(id: ComparisonCommand): Promise<void> {
		if (this.columnsShown !== undefined) {
			await this.channel.call('command', { id });
		}
	}

	/** What either side waits for ends as cancelled. */
	dispose(): void {
		this.columnsShown = undefined;
		this.channel.close(new AppError({ kind: 'cancelled' }));
	}

	private handlers(): Handlers<ComparisonHost> {
		const { sides, panel } = this;
		return {
			ready: (_, { report }) => this.start(report),
			keepState: (state) => panel.keepState(state),
			compare: (asked, context) => this.compare(asked, context),
			rows: async ({ asked, fold, ...page }, { signal, report }) => {
				const found = await sides.compare(
					asked,
					{ ...page, verdicts: verdictsOf[fold] },
					{ signal, onProgress: report },
				);
				const { before, after, by, listed } = found;
				const whole = { before, after, by, exposure: asked.exposure };
				return { rows: found.page.map((group) => ({ ...group, words: describeVerdict(group, whole) })), listed };
			},
			setsApart: async (params, { signal }) =>
				apartOnSide(sides, params, await filtersOfSide(sides, params.side, params.asked, signal), signal),
			topValues: async (params, { signal }) => {
				const [before, after] = [
					await this.topValues('before', params, signal),
					await this.topValues('after', params, signal),
				];
				return topValuesOfBoth(before, after, params.limit);
			},
			openRecords: ({ side, ...of }, { signal }) => this.openRecords(side, of, signal),
			act: ({ id }) => this.obstacles.press(id),
			copyText: async ({ text }) => {
				await vscode.env.clipboard.writeText(text);
			},
			saveReport: (question, { signal }) => saveComparison(sides, this.services.frames, question, signal),
		};
	}

	private async start(report: (progress: { share: number }) => void): Promise<ComparisonStart> {
		const { sides, panel } = this;
		// Groups depend on what the workspace declares, which mostly is known before both are read.
		this.services.frames.known.catch(() => undefined);
		const reading = sides.onDidProgress(() => report({ share: sides.share }));
		const { before, after } = await sides.read().finally(() => reading.dispose());
		this.columnsShown = await this.columnNames();
		const { application, exposure } = sides.chosen;
		return {
			title: vscode.l10n.t('What changed: {0}', application),
			labels: { before: sides.chosen.before.label, after: sides.chosen.after.label },
			info: after,
			sharedColumns: sharedColumns({ before: before.columns, after: after.columns }),
			byTime: exposure === 'time' && before.timeColumn !== undefined && after.timeColumn !== undefined,
			asked: sides.askedFirst(after),
			state: panel.state(),
			comparison: sides.chosen,
			strings: { ...vscode.l10n.bundle },
			language: vscode.env.language,
			timeZone: sides.timeZone,
		};
	}

	private async compare(
		asked: ComparisonAsked,
		{ signal, report }: CallContext<{ share: number }>,
	): Promise<ComparisonHead> {
		const { sides, services, panel } = this;
		const page = { verdicts: verdictKinds, order: 'evidence', start: 0, end: 0, trendParts: 1 } as const;
		const { before, after, by, groups, lag, likelySame, reasons } = await sides.compare(asked, page, {
			signal,
			onProgress: report,
		});
		const { timeZone } = sides;
		return {
			by,
			groups,
			lag,
			likelySame,
			sides: { before, after },
			flags: {
				before: describeSideFlags(sides.factsOf('before'), before, sides.chosen.before.range !== undefined),
				after: describeSideFlags(sides.factsOf('after'), after, sides.chosen.after.range !== undefined),
			},
			spans: { before: describeSpans(before.spans, timeZone), after: describeSpans(after.spans, timeZone) },
			obstacles: this.obstacles.of(await describeObstacles(sides, reasons, services, panel.replace)),
			basis: describeBasis({ by, lag, exposure: asked.exposure }),
		};
	}

	private async topValues(
		side: ComparedSide,
		{ asked, column, limit, containing }: ComparisonHost['topValues']['params'],
		signal: AbortSignal,
	): Promise<TopValues> {
		const { sides } = this;
		const key = { kind: 'column', column } as const;
		const there = side === 'after' ? key : keyBefore(key, await sides.columns());
		if (there?.kind !== 'column') {
			return { values: [], distinct: 0, records: 0, empty: 0 };
		}
		const view = { filters: await filtersOfSide(sides, side, asked, signal), sort: [] };
		const wanted = { view, column: there.column, limit: Math.max(limit, valuesOfSide) };
		const params = containing === undefined ? wanted : { ...wanted, containing };
		return sides.query(side, 'topValues', params, { signal });
	}

	private async openRecords(
		side: ComparedSide,
		of: { readonly asked: ComparisonAsked; readonly value: GroupValue | undefined },
		signal: AbortSignal,
	): Promise<void> {
		const file = vscode.Uri.file(this.sides.chosen[side].path);
		this.services.filtersToShow.offer(file, await filtersOfRecords(this.sides, side, of, signal));
		await openRecords(file, 'results', resultsColumnOf(file));
	}

	private async columnNames(): Promise<string> {
		const { before, after } = await this.sides.columns();
		return JSON.stringify([before, after].map((columns) => columns.map(({ name }) => name)));
	}
}
