import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import type { KeptEntry } from '../../engine/protocol';
import { wholeFile } from '../../services/openRecords';
import type { Services } from '../../services/services';
import type { ExportNode, KeptNode } from '../../services/treeNodes';
import { recordsShownIn } from '../../vscode/openFiles';
import { describeRecordCount, formatAgo } from '../../wording/formats';
import { describeCurrency } from '../../wording/keptMessages';
import { applicationName, describeDates, describeDay } from '../../wording/planMessages';

const { l10n } = vscode;

type Used = Pick<Services, 'exports' | 'kept'>;

/** Records that can be a side of a comparison: an export, or kept records. */
export interface ComparedRecords {
	readonly path: string;
	/** What they are, in few words. */
	readonly label: string;
	/** How many, and from when. */
	readonly detail: string;
	/** Unix time in milliseconds: the newest come first. */
	readonly at: number;
	readonly isKept: boolean;
	/** Undefined for a file of unknown origin. */
	readonly of: { readonly service: string; readonly id: string; readonly application: string } | undefined;
}

/** Records that a command is about. */
interface GivenRecords {
	readonly records: ComparedRecords;
	/** The file in whose results view it was run. */
	readonly inView: vscode.Uri | undefined;
}

/** What a command was given, or what the active results view shows; undefined where that is nothing. */
export async function recordsGiven(
	{ exports, kept }: Used,
	what: ExportNode | KeptNode | vscode.Uri | undefined,
): Promise<GivenRecords | undefined> {
	if (what && !(what instanceof vscode.Uri)) {
		const records = what.kind === 'export' ? ofExport(what.entry) : ofSet(what.entry)[0];
		return records && { records, inView: undefined };
	}
	const uri = what ?? recordsShownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
	if (!uri) {
		return undefined;
	}
	const entry = await exports.describe(uri.fsPath);
	const set = entry ? undefined : await kept.describe(uri.fsPath);
	const unknown = { path: uri.fsPath, label: vscode.workspace.asRelativePath(uri), detail: '', at: 0, isKept: false };
	const records = entry ? ofExport(entry) : ((set && ofSet(set)[0]) ?? { ...unknown, of: undefined });
	return { records, inView: uri };
}

/** All that a service's account has on this machine, the newest first; of one application where an ID is given. */
export async function recordsOf({ exports, kept }: Used, service: string, id?: string): Promise<ComparedRecords[]> {
	const { entries } = await exports.list({ service });
	const sets = await kept.list({ service });
	return [...entries.filter(({ outcome }) => outcome).map(ofExport), ...sets.flatMap(ofSet)]
		.filter(({ of }) => id === undefined || of?.id === id)
		.sort((one, other) => other.at - one.at);
}

function ofExport(entry: ExportEntry): ComparedRecords {
	const { file, outcome } = wholeFile(entry);
	const { plan, question, askedAt, service } = entry.stored;
	const dates = describeDates(question.since, question.until);
	return {
		path: file.fsPath,
		label: entry.name ? l10n.t('{0} ({1})', entry.name, dates) : dates,
		detail: [describeRecordCount(outcome.rows), l10n.t('asked {0}', formatAgo(askedAt))].join(' · '),
		at: Date.parse(askedAt),
		isKept: false,
		of: { service, id: plan.application.id, application: applicationName(plan) },
	};
}

/** None where this version cannot read the set. */
function ofSet({ known }: KeptEntry): ComparedRecords[] {
	if (!known) {
		return [];
	}
	const { manifest, plan, service, summary } = known;
	return [
		{
			path: manifest,
			label: l10n.t('Kept records since {0}', describeDay(plan.since)),
			detail: [describeRecordCount(summary.rows), describeCurrency(summary)].join(' · '),
			at: summary.currentTo === undefined ? 0 : Date.parse(summary.currentTo),
			isKept: true,
			of: { service, id: plan.application.id, application: applicationName(plan) },
		},
	];
}
