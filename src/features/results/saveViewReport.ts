import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import { apartLines } from '../../services/apartLines';
import type { Frames } from '../../services/frames/frames';
import { newestThrownFrom } from '../../services/report/newestThrownFrom';
import { writeReport } from '../../services/report/writeReport';
import { ViewFacts } from '../../services/results/viewFacts';
import type { TraceReader } from '../../services/traces/traceReader';
import { withGroup, withoutGroup } from '../../shared/groupFilters';
import type { ResultsHost } from '../../shared/resultsProtocol';
import { toAbortSignal } from '../../vscode/cancellation';
import { showProgress } from '../../vscode/messages';
import type { ResultsDocument } from './document';
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
				code: await newestThrownFrom(
					{ ...view, filters: withGroup(view.filters, key, group.value) },
					{ ...this.sources, info, facts },
					signal,
				),
			});
			told(0.8 / page.length);
		}
		return {
			...{ source, timeZone, flags, filters, records, devices, times, versions, overTime, keyWords, groups, asOf },
			key: isPersonal ? undefined : key,
			page: rest,
		};
	}
}
