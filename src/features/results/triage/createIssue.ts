import * as vscode from 'vscode';
import { cut } from '../../../core/common/plainText';
import { withinMs } from '../../../core/common/withinMs';
import type { IssueTracker } from '../../../core/links/issueTracker';
import { newIssueUrl } from '../../../core/links/newIssueUrl';
import { isIssueUrl } from '../../../core/triage/parseTriage';
import { runCommand } from '../../../services/commands';
import { describeError } from '../../../services/pages/describeError';
import { gitHubCommand, type IssueTrackers } from '../../../services/triage/issueTrackers';
import type { TriageFiles } from '../../../services/triage/triageFiles';
import { groupWords } from '../../../shared/groupLabels';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import { confirms, showError, showInformation } from '../../../vscode/messages';
import { openUrl } from '../../../vscode/openUrl';
import { inputText } from '../../../vscode/quickInput';
import { saveTriage } from './editTriage';

const { l10n } = vscode;

const maxClipboardMs = 1_000;

export interface IssueServices {
	readonly issueTrackers: Pick<IssueTrackers, 'choose'>;
	readonly triageFiles: Pick<TriageFiles, 'entries' | 'change'>;
	readonly log: vscode.LogOutputChannel;
}

interface GroupOfIssue {
	/** Application ID. If it is empty, the URL of the new issue can't be saved. */
	readonly application: string;
	readonly key: GroupKey;
	readonly value: GroupValue;
}

/** Opens the group's issue, or else lets the user create an issue. Returns a status message, which may be empty. */
export async function createIssue(
	group: GroupOfIssue,
	text: () => Promise<string>,
	services: IssueServices,
): Promise<string> {
	const { application, key, value } = group;
	const known = (await services.triageFiles.entries(application)).find(key, value)?.entry.issue ?? '';
	if (known !== '') {
		await openIssue(known);
		return '';
	}
	const { title, place: code } = groupWords(key, value);
	const chosen = await services.issueTrackers.choose(l10n.t('Create Issue: {0}', code || title), canSave(group));
	if (!chosen) {
		return '';
	}
	const { place, hosts } = chosen;
	switch (place.kind) {
		case 'settings':
			await runCommand('appErrors.openSettings', 'appErrors.issueUrl');
			return '';
		case 'existing':
			return saveIssueUrl(group, hosts, services);
		case 'extension':
			await createInWindow(await text());
			offerToSave(group, hosts, services);
			return '';
		case 'tracker': {
			const status = await createInBrowser(place.tracker, await text());
			offerToSave(group, [place.tracker.host], services);
			return status;
		}
	}
}

/** Opens the issue URL from a triage file after confirmation, because every contributor can change triage files. */
export async function openIssue(issue: string): Promise<void> {
	const { host, href } = new URL(issue);
	if (await confirms(l10n.t('Open {0} in the browser?', host), cut(href, 300), l10n.t('Open'))) {
		await openUrl(href);
	}
}

async function createInWindow(text: string): Promise<void> {
	await vscode.env.clipboard.writeText(text);
	// The command of the GitHub extension does nothing without an active text editor.
	await vscode.window.showTextDocument(
		await vscode.workspace.openTextDocument({ language: 'markdown', content: text }),
	);
	await vscode.commands.executeCommand(gitHubCommand);
}

async function createInBrowser(tracker: IssueTracker, text: string): Promise<string> {
	const hint = l10n.t('Paste the complete text here. App Errors has copied it to the clipboard.');
	const { url, isCut } = newIssueUrl(tracker, text, hint);
	if (isCut) {
		await vscode.env.clipboard.writeText(text);
	}
	await openUrl(url);
	return isCut
		? l10n.t('Opened {0}. The complete text was copied to the clipboard.', tracker.host)
		: l10n.t('Opened {0}', tracker.host);
}

function canSave({ application, key }: GroupOfIssue): boolean {
	return application !== '' && key.kind !== 'column';
}

/** Offers to save the URL of the new issue. Doesn't wait for the user, who must first create the issue. */
function offerToSave(group: GroupOfIssue, hosts: readonly string[], services: IssueServices): void {
	if (!canSave(group)) {
		return;
	}
	const save = l10n.t('Save Issue URL…');
	const offer = async () => {
		const message = l10n.t('After creating the issue, copy its URL and save it in the triage file of the group.');
		if ((await showInformation(message, save)) === save) {
			await saveIssueUrl(group, hosts, services);
		}
	};
	offer().catch((error) => showError(describeError(error, 'results view', services.log).message));
}

/** Returns the text in the clipboard. Browsers may deny access until the user has answered a prompt. */
async function copiedText(): Promise<string> {
	const text = withinMs(Promise.resolve(vscode.env.clipboard.readText()), maxClipboardMs);
	return ((await text.catch(() => undefined)) ?? '').trim();
}

async function saveIssueUrl(
	{ application, key, value }: GroupOfIssue,
	hosts: readonly string[],
	{ triageFiles }: IssueServices,
): Promise<string> {
	const copied = await copiedText();
	const isOfTracker = isIssueUrl(copied) && hosts.includes(new URL(copied).host);
	const answer = await inputText({
		title: l10n.t('Issue URL'),
		prompt: l10n.t('URL of the issue. Everyone who has the triage file can read it.'),
		value: isOfTracker ? copied : '',
		validate: (text) => (isIssueUrl(text.trim()) ? undefined : l10n.t('Enter a URL that begins with https://.')),
	});
	return answer.kind === 'value'
		? saveTriage(application, key, [value], { issue: answer.value.trim() }, triageFiles)
		: '';
}
