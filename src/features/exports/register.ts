import * as vscode from 'vscode';
import { isVerifiable } from '../../core/export/chunks/proof';
import type { ExportEntry, Outcome } from '../../core/export/model/entry';
import { needsRow } from '../../services/commands';
import type { ExportLibrary } from '../../services/exportLibrary';
import { wholeFile } from '../../services/openRecords';
import type { LeftExport } from '../../services/runningExports';
import type { Services } from '../../services/services';
import type { ExportNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation, showStatus, showWarning } from '../../vscode/messages';
import { inputText, pickOne } from '../../vscode/quickInput';
import { describeRecordCount, formatAgo } from '../../wording/formats';
import { describeDoubts, describeProof, describeResumable } from '../../wording/outcomeMessages';
import { applicationName, describeRange } from '../../wording/planMessages';
import type { ExportOf } from './closingMessage';
import { deleteWhenConfirmed, openExport, revealExport, saveExportAs } from './fileActions';
import { type ExportServices, resumeInWindow, runInWindow } from './runInWindow';
import { runWithProgress } from './runWithProgress';
import { ExportStatusBar, showRunningExports } from './statusBar';

const { l10n } = vscode;

type PickExportServices = Pick<Services, 'accounts' | 'exports' | 'running'>;

interface PickOptions {
	readonly title: string;
	readonly placeholder: string;
	readonly is: (entry: ExportEntry) => boolean;
	readonly none: string;
}

type ResumeAfterReloadServices = ExportServices & Pick<Services, 'accounts' | 'notifier'>;

export function register(services: Services): vscode.Disposable {
	const { commands } = services;
	const store = new DisposableStore();
	store.add(commands.register('appErrors.runExport', (order) => runInWindow(services, order)));
	store.add(
		commands.register('appErrors.resumeExport', async (node) => {
			const chosen = node ?? (await pickResumable(services));
			return chosen && resumeInWindow(services, chosen);
		}),
	);
	store.add(
		commands.register('appErrors.verifyExport', async (node) => {
			const chosen = node ?? (await pickVerifiable(services));
			await (chosen && verifyInWindow(services, chosen));
		}),
	);
	store.add(
		commands.register(
			'appErrors.stopExport',
			needsRow((node) => node.run.stop()),
		),
	);
	store.add(commands.register('appErrors.showRunningExports', () => showRunningExports(services.running)));
	store.add(new ExportStatusBar(services.running));
	void resumeAfterReload(services);
	store.add(
		commands.register(
			'appErrors.openExport',
			needsRow((node) => openExport(node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.nameExport',
			needsRow((node) => nameExport(services.exports, node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.revealExport',
			needsRow((node) => revealExport(node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.saveExportAs',
			needsRow((node) => saveExportAs(node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.deleteExport',
			needsRow((node) => deleteWhenConfirmed(services, node.entry)),
		),
	);
	return store;
}

async function nameExport(exports: Pick<ExportLibrary, 'name'>, entry: ExportEntry): Promise<void> {
	const answer = await inputText({
		title: l10n.t('Name Export'),
		prompt: l10n.t('Name to show in the list of exports. Leave empty to show the date range.'),
		placeholder: describeRange(entry.stored.plan.range),
		value: entry.name ?? '',
	});
	if (answer.kind === 'value') {
		await exports.name(entry, answer.value);
	}
}

/** Resumes exports that were interrupted when the window was closed. Never rejects, because all errors are shown. */
export async function resumeAfterReload(services: ResumeAfterReloadServices): Promise<void> {
	await Promise.all(
		services.running.left.map((left) =>
			resumeLeft(services, left).catch((error) => services.notifier.error(error, 'appErrors.resumeExport')),
		),
	);
}

async function resumeLeft(services: ResumeAfterReloadServices, left: LeftExport): Promise<void> {
	const { accounts, exports, log, running } = services;
	const account = (await accounts.list()).find(({ id }) => id === left.account);
	const entries = account ? (await exports.list(account)).entries : [];
	const entry = entries.find(({ folder }) => folder === left.folder);
	if (!account || !entry?.resumable) {
		// The export can't be resumed: its account was removed, or the export was deleted or has finished.
		await running.settleLeft(left);
		return;
	}
	log.info('export: going on with one that the window before this one began');
	await Promise.all([resumeInWindow(services, { account, entry }, true), running.settleLeft(left)]);
}

async function verifyInWindow(services: ExportServices, { account, entry }: ExportOf): Promise<void> {
	const { plan, zone } = entry.stored;
	const ending = await runWithProgress(
		services,
		{ account, plan, zone, folder: entry.folder, purpose: 'verify' },
		(options) => services.exports.verify({ account, entry, interactive: true }, options),
	);
	if (ending.kind === 'failed') {
		throw ending.error;
	}
	if (ending.kind !== 'whole' || !ending.entry.outcome) {
		return;
	}
	const verified = ending.entry;
	const fetch = l10n.t('Fetch Missing Records');
	if ((await reportVerified(verified, ending.entry.outcome, verified.resumable ? [fetch] : [])) === fetch) {
		await resumeInWindow(services, { account, entry: verified });
	}
}

/** Reports the result of verifying an export. If the export is visible in a results view, uses only the status bar. */
async function reportVerified(
	entry: ExportEntry,
	{ proof, doubts }: Outcome,
	actions: string[],
): Promise<string | undefined> {
	const { label, meaning } = describeProof(proof);
	const summary = l10n.t('{0}: {1}.', applicationName(entry.stored.plan), label);
	if (isResultsViewInSight(entry)) {
		showStatus(summary, proof === 'cut' ? 'warning' : 'check');
		return undefined;
	}
	const words = [summary, meaning, ...describeDoubts(doubts)].join(' ');
	if (proof === 'cut') {
		return showWarning(words, ...actions);
	}
	void showInformation(words);
	return undefined;
}

function isResultsViewInSight(entry: ExportEntry): boolean {
	const shown = wholeFile(entry).file.toString();
	return vscode.window.tabGroups.all.some(
		({ activeTab }) => activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.uri.toString() === shown,
	);
}

function pickResumable(services: PickExportServices): Promise<ExportNode | undefined> {
	return pickExport(services, {
		title: l10n.t('Resume Export'),
		placeholder: l10n.t('Fetches the missing records and keeps those already exported'),
		is: ({ resumable }) => resumable !== undefined,
		none: l10n.t('Nothing to resume.'),
	});
}

function pickVerifiable(services: PickExportServices): Promise<ExportNode | undefined> {
	return pickExport(services, {
		title: l10n.t('Verify Export'),
		placeholder: l10n.t('Requests the records again in chunks and compares them'),
		is: ({ outcome }) => outcome?.proof === 'unproven' && isVerifiable(outcome),
		none: l10n.t('No exports to verify.'),
	});
}

async function pickExport(
	{ accounts, exports, running }: PickExportServices,
	{ title, placeholder, is, none }: PickOptions,
): Promise<ExportNode | undefined> {
	const account = await accounts.signedIn();
	const { entries } = await exports.list(account);
	const taken = running.all.map(({ folder }) => folder);
	const wanted = entries.filter((entry) => is(entry) && !entry.runsElsewhere && !taken.includes(entry.folder));
	if (wanted.length === 0) {
		void showInformation(none);
		return undefined;
	}
	const answer = await pickOne({
		title,
		placeholder,
		items: wanted.map((entry) => ({ ...rowOf(entry), value: entry })),
	});
	return answer.kind === 'value' ? { kind: 'export', account, entry: answer.value } : undefined;
}

function rowOf({ name, stored, outcome, resumable }: ExportEntry) {
	const state = [
		...(outcome ? [describeRecordCount(outcome.rows), describeProof(outcome.proof).label] : []),
		...(resumable && !outcome ? [describeResumable(resumable)] : []),
		formatAgo(stored.askedAt),
	];
	return {
		label: withoutIcons(`${applicationName(stored.plan)} · ${name ?? describeRange(stored.plan.range)}`),
		description: [...(name ? [describeRange(stored.plan.range)] : []), ...state].join(' · '),
	};
}
