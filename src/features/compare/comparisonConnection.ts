import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { Frames } from '../../services/frames/frames';
import { openRecords } from '../../services/openRecords';
import { describeError } from '../../services/pages/describeError';
import { Notices } from '../../services/pages/notices';
import type { Services } from '../../services/services';
import { writeReport } from '../../services/writeReport';
import { type ComparedSide, verdictKinds } from '../../shared/comparison';
import type { GroupValue } from '../../shared/groupValue';
import {
	type ComparisonAsked,
	type ComparisonCommand,
	type ComparisonHead,
	type ComparisonHost,
	type ComparisonReportQuestion,
	type ComparisonStart,
	type ComparisonState,
	type ComparisonView,
	foldVerdicts,
	type SoughtGroup,
} from '../../shared/protocols/comparisonProtocol';
import type { TopValues } from '../../shared/results';
import { type CallContext, Channel, type Handlers } from '../../shared/rpc';
import { shownErrorCodec } from '../../shared/shownError';
import { recordsShownIn } from '../../vscode/openFiles';
import { describeBasis, describeSideFlags, describeSpans, describeVerdict } from '../../wording/comparisonMessages';
import { comparisonReport } from '../../wording/report/comparisonReport';
import { describeCaveats } from './caveatActions';
import type { ComparedServices, ComparedSides } from './comparedSides';
import { createReport } from './createReport';
import { keyBefore, sharedColumns } from './sideColumns';
import { filtersOfRecords, filtersOfSide } from './sideRecords';
import { SideTraces } from './sideTraces';
import { triageOnSide } from './sideTriage';
import { traitsOnSide } from './traitsOnSide';

export type ComparisonServices = ComparedServices &
	Pick<Services, 'accounts' | 'applications' | 'extensionUri' | 'filtersToShow' | 'triageFiles'>;

/** Number of the most frequent values to query on each side. The values of both sides are merged into one list. */
const valuesOfSide = 1000;

interface Panel {
	readonly post: (message: unknown) => void;
	readonly column: () => vscode.ViewColumn | undefined;
	readonly state: () => ComparisonState | undefined;
	readonly takeSought: () => SoughtGroup | undefined;
	readonly saveState: (state: ComparisonState) => void;
	readonly replace: (side: ComparedSide, path: string) => void;
	readonly reload: () => void;
}

export class ComparisonConnection implements vscode.Disposable {
	private readonly channel: Channel<ComparisonHost, ComparisonView>;
	private deliver: (message: unknown) => void = () => undefined;
	private readonly caveats = new Notices();
	private readonly traces: SideTraces;
	private readonly triageChanges: vscode.Disposable;
	/** Names of the columns that the page refers to by index. Undefined until the page has received its first data. */
	private columnsShown: string | undefined;

	constructor(
		private readonly sides: ComparedSides,
		private readonly panel: Panel,
		private readonly services: ComparisonServices,
	) {
		this.triageChanges = services.triageFiles.onDidChange(() => this.recordsChanged().catch(() => undefined));
		this.traces = new SideTraces(sides, services, panel.column);
		this.traces.onDidChange(() => {
			if (this.columnsShown !== undefined) {
				this.channel.call('tracesChanged', undefined).catch(() => undefined);
			}
		});
		this.channel = new Channel(
			{ post: panel.post, onMessage: (listener) => (this.deliver = listener) },
			this.handlers(),
			shownErrorCodec((error) => describeError(error, 'comparison', services.log)),
		);
	}

	receive(message: unknown): void {
		this.deliver(message);
	}

	async recordsChanged(): Promise<void> {
		const shown = this.columnsShown;
		if (shown === undefined) {
			return;
		}
		if ((await this.columnNames()) === shown) {
			// A hidden page doesn't respond. It requests the data when it becomes visible again.
			this.channel.call('recordsChanged', undefined).catch(() => undefined);
		} else {
			this.panel.reload();
		}
	}

	async run(id: ComparisonCommand): Promise<void> {
		if (this.columnsShown !== undefined) {
			await this.channel.call('command', { id });
		}
	}

	/** Shows a group on the page. Returns false if the page can't show groups yet. */
	showGroup(group: SoughtGroup): boolean {
		if (this.columnsShown === undefined) {
			return false;
		}
		this.channel.call('showGroup', group).catch(() => undefined);
		return true;
	}

	dispose(): void {
		this.columnsShown = undefined;
		this.traces.dispose();
		this.triageChanges.dispose();
		this.channel.close(new AppError({ kind: 'cancelled' }));
	}

	private handlers(): Handlers<ComparisonHost> {
		const { sides, panel } = this;
		return {
			ready: (_, { report }) => this.start(report),
			saveState: (state) => panel.saveState(state),
			compare: (asked, context) => this.compare(asked, context),
			rows: async ({ asked, fold, ...page }, { signal, report }) => {
				const found = await sides.compare(
					asked,
					{ ...page, verdicts: foldVerdicts[fold] },
					{ signal, onProgress: report },
				);
				const { before, after, by, listed } = found;
				const whole = { before, after, by, exposure: asked.exposure };
				const states = await triageOnSide(sides, this.services.triageFiles, asked.key, found.page, signal);
				const rows = found.page.map((group, at) => ({
					...group,
					words: describeVerdict(group, whole),
					triage: states[at],
				}));
				return { rows, listed };
			},
			commonTraits: async (params, { signal }) =>
				traitsOnSide(sides, params, await filtersOfSide(sides, params.side, params.asked, signal), signal),
			topValues: async (params, { signal }) => {
				const [before, after] = [
					await this.topValues('before', params, signal),
					await this.topValues('after', params, signal),
				];
				return topValuesOfBoth(before, after, params.limit);
			},
			openRecords: ({ side, ...of }, { signal }) => this.openRecords(side, of, signal),
			trace: (place, { signal }) => this.traces.view(place, signal),
			openFrame: (asked, { signal }) => this.traces.open(asked, signal),
			compareTraces: (asked, { signal }) => this.traces.compare(asked, signal),
			act: ({ id }) => this.caveats.press(id),
			copyText: async ({ text }) => {
				await vscode.env.clipboard.writeText(text);
			},
			saveReport: (question, { signal }) => saveComparison(sides, this.services.frames, question, signal),
		};
	}

	private async start(report: (progress: { share: number }) => void): Promise<ComparisonStart> {
		const { sides, panel } = this;
		// Starts the search for names declared in the workspace now, in parallel with reading both sides of the comparison,
		// because grouping needs these names.
		this.services.frames.known.catch(() => undefined);
		const reading = sides.onDidProgress(() => report({ share: sides.share }));
		const { before, after } = await sides.read().finally(() => reading.dispose());
		this.columnsShown = await this.columnNames();
		const { application, exposure } = sides.chosen;
		return {
			title: vscode.l10n.t('Comparison: {0}', application),
			labels: { before: sides.chosen.before.label, after: sides.chosen.after.label },
			info: after,
			sharedColumns: sharedColumns({ before: before.columns, after: after.columns }),
			byTime: exposure === 'time' && before.timeColumn !== undefined && after.timeColumn !== undefined,
			asked: sides.askedFirst(after),
			state: panel.state(),
			comparison: sides.chosen,
			sought: panel.takeSought(),
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
		const { before, after, by, groups, lag, rhythm, likelySame, reasons } = await sides.compare(asked, page, {
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
			caveats: this.caveats.of(await describeCaveats(sides, reasons, services, panel.replace)),
			basis: describeBasis({ by, after, lag, rhythm, exposure: asked.exposure }),
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
		await openRecords(file, 'results', getResultsColumn(file));
	}

	private async columnNames(): Promise<string> {
		const { before, after } = await this.sides.columns();
		return JSON.stringify([before, after].map((columns) => columns.map(({ name }) => name)));
	}
}

function getResultsColumn(file: vscode.Uri): vscode.ViewColumn | undefined {
	return vscode.window.tabGroups.all.find(({ tabs }) =>
		tabs.some((tab) => recordsShownIn(tab)?.toString() === file.toString()),
	)?.viewColumn;
}

async function saveComparison(
	sides: ComparedSides,
	frames: Pick<Frames, 'firstOwn' | 'locate'>,
	question: ComparisonReportQuestion,
	signal: AbortSignal,
): Promise<string> {
	return writeReport(comparisonReport(await createReport(sides, frames, question, signal)));
}

/** Merges the most frequent values of both sides. For reliable sums, each list should be longer than `limit`. */
function topValuesOfBoth(before: TopValues, after: TopValues, limit: number): TopValues {
	const counts = new Map<string, number>();
	for (const { value, records } of [...before.values, ...after.values]) {
		counts.set(value, (counts.get(value) ?? 0) + records);
	}
	const isWhole = [before, after].every(({ distinct, values }) => distinct !== undefined && distinct <= values.length);
	const values = [...counts].map(([value, records]) => ({ value, records }));
	return {
		values: values.sort((one, other) => other.records - one.records).slice(0, limit),
		distinct: isWhole ? counts.size : undefined,
		records: before.records + after.records,
		empty: before.empty + after.empty,
	};
}
