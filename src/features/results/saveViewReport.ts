import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { ReportLink } from '../../core/records/write/report/report';
import { apartLines } from '../../services/apartLines';
import type { Frames } from '../../services/frames/frames';
import { writeReport } from '../../services/report/writeReport';
import { withGroup, withoutGroup } from '../../shared/groupFilters';
import type { TableInfo, View } from '../../shared/results';
import type { ResultsHost } from '../../shared/resultsProtocol';
import { toAbortSignal } from '../../vscode/cancellation';
import { showProgress } from '../../vscode/messages';
import type { ResultsDocument } from './document';
import type { TraceReader } from './traceReader';
import { ViewFacts } from './viewFacts';
import { type ReportedGroup, type ReportedView, viewReport } from './viewReport';

const { l10n } = vscode;

/** So many groups are told. */
const toldGroups = 20;
/** Of these, what sets so many apart: each asks about all records of the view. */
const toldApart = 10;
const trendParts = 24;
const histogramParts = 40;

interface Sources {
	readonly document: Pick<ResultsDocument, 'query' | 'opened'>;
	readonly traces: Pick<TraceReader, 'read'>;
	readonly frames: Pick<Frames, 'firstOwn' | 'locate'>;
	/** What the records are of, and what must be known of them. */
	readonly source: readonly string[];
	readonly flags: readonly string[];
}

/** Writes what a view shows as a report where the person says. @returns a message about it, '' when nothing was saved */
export async function saveViewReport(sources: Sources, asked: ResultsHost['saveReport']['params']): Promise<string> {
	const title = l10n.t('Report of {0}', sources.source[0] ?? '');
	const collected = await showProgress({ title, cancellable: true }, (progress, token) => {
		const told = (done: number) => progress.report({ increment: done * 100 });
		return new Collector(sources, toAbortSignal(token)).collect(asked, told).catch((error) => {
			if (isCancellation(error)) {
				return undefined;
			}
			throw error;
		});
	});
	return collected ? writeReport(viewReport(collected)) : '';
}

/** Asks for all that a report of a view tells. */
class Collector {
	constructor(
		private readonly sources: Sources,
		private readonly signal: AbortSignal,
	) {}

	/** @param told Of the work, a share that is done more. */
	async collect(
		{ view, key, order, descending, filters, keyWords, timeZone }: ResultsHost['saveReport']['params'],
		told: (share: number) => void,
	): Promise<ReportedView> {
		const { signal } = this;
		const { document, source, flags } = this.sources;
		const { info } = (await document.opened()).progress;
		const facts = new ViewFacts(document, info, signal);
		const asOf = new Date();
		const records = await facts.count(view);
		const devices = await facts.devices(view);
		const [times, versions] = [await facts.ends(view, info.timeColumn), await facts.ends(view, info.versionColumn)];
		const histogram = { view, parts: histogramParts, stackBy: undefined, series: 1, timeZone };
		const overTime = await document.query('histogram', histogram, { signal });
		const listed = { view, key, order, descending, start: 0, end: toldGroups, trendParts };
		const { page, ...rest } = await document.query('groups', listed, { signal });
		told(0.2);
		const isPersonal = key.kind === 'column' && (info.columns[key.column]?.personal ?? false);
		const groups: ReportedGroup[] = [];
		for (const group of isPersonal ? [] : page) {
			const others = { ...view, filters: withoutGroup(view.filters, key) };
			const found =
				groups.length < toldApart
					? await document.query('setsApart', { view: others, key, value: group.value, timeZone }, { signal })
					: undefined;
			groups.push({
				group,
				apart: found && apartLines(found, info.columns),
				code: await this.codeOf({ ...view, filters: withGroup(view.filters, key, group.value) }, info, facts),
			});
			told(0.8 / page.length);
		}
		return {
			...{ source, timeZone, flags, filters, records, devices, times, versions, overTime, keyWords, groups, asOf },
			key: isPersonal ? undefined : key,
			page: rest,
		};
	}

	/** Where the newest record of a group was thrown from; undefined where no line of the workspace is it beyond doubt. */
	private async codeOf(view: View, info: TableInfo, facts: ViewFacts): Promise<ReportLink | undefined> {
		const column = info.columns.findIndex(({ name }) => name === 'error');
		const number = column < 0 || !vscode.workspace.workspaceFolders ? undefined : await facts.latest(view);
		if (number === undefined) {
			return undefined;
		}
		const read = await this.sources.traces.read(number, column, this.signal);
		if (!read) {
			return undefined;
		}
		try {
			const part = (read.deobfuscated ?? read.original).find(({ kind }) => kind === 'trace');
			return part?.kind === 'trace' ? await this.linkOf(part.trace) : undefined;
		} finally {
			read.opened[Symbol.dispose]();
		}
	}

	private async linkOf(trace: Parameters<Frames['firstOwn']>[0]): Promise<ReportLink | undefined> {
		const { frames } = this.sources;
		const frame = await frames.firstOwn(trace, this.signal);
		const located = frame && (await frames.locate({ frame, trace }, this.signal));
		if (located?.kind !== 'target') {
			return undefined;
		}
		const { file, line1 } = located.target;
		return { label: `${file.path}:${line1}`, file: file.uri, line1 };
	}
}
