import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry, StoredQuestion } from '../../core/export/entry';
import type { Notice, ResultsStart } from '../../shared/resultsProtocol';
import { describeDates, describeRange, formatAgo, formatClock, formatMoment } from '../../vscode/words';
import type { Reading, ResultsDocument } from './document';
import type { ResultsServices } from './editor';
import { describeEmptyReasons } from './emptyReasons';
import { describeRemarks, type Remark, type Remedy, type Repeat } from './remarks';
import { exportOther, repeatExport } from './repeatExport';

const { l10n } = vscode;

/** Buttons by the ids under which the page knows them. */
export type Remedies = ReadonlyMap<string, Remedy>;

export interface Beginning {
	readonly start: ResultsStart;
	readonly remedies: Remedies;
}

/** What the page starts from, once the first records are there. */
export async function begin(document: ResultsDocument, services: ResultsServices): Promise<Beginning> {
	const reading = await document.opened();
	const entry = await services.engine.call('describeExport', { path: document.uri.fsPath });
	const remedies = new Map<string, Remedy>();
	const numbered = (remarks: readonly Remark[]) => remarks.map((remark) => toNotice(remark, remedies));
	const repeat: Repeat = async (change) => entry && repeatExport(entry.stored, change, services);
	return {
		start: {
			...(entry ? titleOf(entry) : { title: basename(document.uri.fsPath), asOf: undefined }),
			notices: numbered(entry ? describeRemarks(entry, reading, repeat) : []),
			emptyReasons: numbered(
				entry && isEmpty(reading) ? describeEmptyReasons(entry.stored, repeat, () => exportOther(services)) : [],
			),
			info: reading.progress.info,
			state: services.resultsViews.of(document.uri),
			strings: { ...vscode.l10n.bundle },
			language: vscode.env.language,
			timeZone: services.settings.timeZoneName,
		},
		remedies,
	};
}

/** What was asked, in words, and when. */
function titleOf({ stored, outcome }: ExportEntry): Pick<ResultsStart, 'title' | 'asOf'> {
	const exportedAt = new Date(outcome?.finishedAt ?? stored.askedAt);
	const today = exportedAt.toDateString() === new Date().toDateString();
	return {
		title: describeQuestion(stored, today),
		asOf: today
			? l10n.t('exported {0}', formatClock(exportedAt))
			: l10n.t('exported {0} · {1}', formatMoment(exportedAt), formatAgo(exportedAt)),
	};
}

/** @param today Whether a relative range still is about the days it names. */
function describeQuestion({ plan, question }: StoredQuestion, today: boolean): string {
	const dates = describeDates(question.since, question.until);
	return [
		plan.application.name ?? plan.application.id,
		today || plan.range.kind === 'between' ? describeRange(plan.range) : `${describeRange(plan.range)} (${dates})`,
		{ default: l10n.t('by device time'), receive: l10n.t('by server time') }[plan.dateDimension],
		...plan.filters.map(({ field, value }) => `${field} = ${value}`),
	].join(' · ');
}

function isEmpty({ done, progress }: Reading): boolean {
	return done && progress.records === 0;
}

function toNotice({ kind, text, remedies }: Remark, known: Map<string, Remedy>): Notice {
	const actions = remedies.map((remedy) => {
		const id = String(known.size);
		known.set(id, remedy);
		return { id, label: remedy.label };
	});
	return { kind, text, actions };
}
