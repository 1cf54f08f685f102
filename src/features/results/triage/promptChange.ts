import * as vscode from 'vscode';
import type { TriageChange } from '../../../core/triage/changeTriage';
import { isDay, isIssueUrl, isVersion } from '../../../core/triage/parseTriage';
import type { TriageEntry } from '../../../core/triage/triageEntry';
import type { IgnoredUntil, TriageDecision } from '../../../shared/triage';
import { type Choice, type InputAnswer, inputText, pickOne, separator } from '../../../vscode/quickInput';

const { l10n } = vscode;

const ignoredDays = 30;
const dayMs = 86_400_000;
const maxCount = 1_000_000_000;

type Action = TriageDecision['state'] | 'note' | 'owner' | 'issue';

interface EditedGroups {
	readonly title: string;
	/** Triage entry of the group. Undefined if several groups are edited or if the group has no triage file. */
	readonly entry: TriageEntry | undefined;
	newestVersion(): Promise<string>;
	/** Returns the author's name for notes. Undefined if the user dismisses the prompt. */
	author(): Promise<string | undefined>;
}

/** Prompts for a change. Returns undefined if the user dismisses a prompt. */
export async function promptChange(groups: EditedGroups): Promise<TriageChange | undefined> {
	const { title, entry } = groups;
	const state = entry?.decision.state ?? 'open';
	const action = (label: string, value: Action, description = ''): Choice<Action> => ({
		label,
		value,
		description: value === state && entry ? l10n.t('current') : description,
	});
	for (;;) {
		const answer = await pickOne<Action>({
			title,
			placeholder: l10n.t('Choose a state, or a property to edit'),
			items: [
				separator(l10n.t('State')),
				action(l10n.t('Open'), 'open'),
				action(l10n.t('Acknowledged'), 'acknowledged'),
				action(l10n.t('Ignored Until…'), 'ignored'),
				action(l10n.t('Fixed In…'), 'fixed'),
				separator(),
				action(l10n.t('Add Note…'), 'note'),
				action(l10n.t('Set Owner…'), 'owner', entry?.owner),
				action(l10n.t('Set Issue…'), 'issue', entry?.issue),
			],
			active: (value) => value === state,
		});
		const change = answer.kind === 'value' ? await promptFor(answer.value, groups) : answer;
		if (change.kind !== 'back') {
			return change.kind === 'value' ? change.value : undefined;
		}
	}
}

async function promptFor(action: Action, groups: EditedGroups): Promise<InputAnswer<TriageChange>> {
	const { title, entry } = groups;
	const input = (prompt: string, value: string, validate?: (text: string) => string | undefined) =>
		inputText({ title, prompt, value, canGoBack: true, ...(validate && { validate }) });
	switch (action) {
		case 'open':
		case 'acknowledged':
			return { kind: 'value', value: { decision: { state: action } } };
		case 'ignored':
			return mapped(await promptEnd(title), (until) => ({ decision: { state: 'ignored', until } }));
		case 'fixed': {
			const prompt = l10n.t('Version with the fix. For several release lines, separate their versions with commas.');
			const answer = await input(prompt, await groups.newestVersion(), (text) =>
				versionsIn(text).every(isVersion) ? undefined : l10n.t('A version contains a digit, such as 3.2.'),
			);
			return mapped(answer, (text) => ({ decision: { state: 'fixed', versions: versionsIn(text) } }));
		}
		case 'owner':
			return mapped(await input(l10n.t('Person or team. Leave empty for no owner.'), entry?.owner ?? ''), (text) => ({
				owner: text.trim(),
			}));
		case 'issue': {
			const prompt = l10n.t('URL of the issue. Leave empty for no issue.');
			const answer = await input(prompt, entry?.issue ?? '', (text) =>
				text.trim() === '' || isIssueUrl(text.trim()) ? undefined : l10n.t('Enter a URL that begins with https://.'),
			);
			return mapped(answer, (text) => ({ issue: text.trim() }));
		}
		case 'note': {
			// Prompts for the author first, so that dismissing this prompt doesn't discard a note that was already entered.
			const by = await groups.author();
			if (by === undefined) {
				return { kind: 'dismissed' };
			}
			const at = new Date().toISOString().slice(0, 10);
			const answer = await input(l10n.t('Note for the triage file, without personal data'), '', (text) =>
				text.trim() === '' ? l10n.t('Enter a note.') : undefined,
			);
			return mapped(answer, (text) => ({ note: { at, by, text: text.trim() } }));
		}
	}
}

async function promptEnd(title: string): Promise<InputAnswer<IgnoredUntil>> {
	const proposed = new Date(Date.now() + ignoredDays * dayMs).toISOString().slice(0, 10);
	const answer = await pickOne<IgnoredUntil | keyof IgnoredUntil>({
		title,
		placeholder: l10n.t('Choose when to reopen the group'),
		canGoBack: true,
		items: [
			{
				label: l10n.t('Until {0}', proposed),
				description: l10n.t('in {0} days', ignoredDays),
				value: { date: proposed },
			},
			{ label: l10n.t('Until Another Date…'), value: 'date' },
			{ label: l10n.t('Until a Version Has Records…'), value: 'version' },
			{ label: l10n.t('Until More Devices…'), value: 'devices' },
			{ label: l10n.t('Until More Records…'), value: 'records' },
		],
	});
	if (answer.kind !== 'value') {
		return answer;
	}
	const kind = answer.value;
	switch (kind) {
		case 'date':
			return mapped(
				await inputText({
					title,
					prompt: l10n.t('Last day on which the group is ignored (YYYY-MM-DD)'),
					value: proposed,
					validate: (text) => (isDay(text.trim()) ? undefined : l10n.t('Enter a date such as {0}.', proposed)),
				}),
				(text) => ({ date: text.trim() }),
			);
		case 'version':
			return mapped(
				await inputText({
					title,
					prompt: l10n.t('The group is ignored until it has records of this version or a later one'),
					validate: (text) => (isVersion(text.trim()) ? undefined : l10n.t('A version contains a digit, such as 3.2.')),
				}),
				(text) => ({ version: text.trim() }),
			);
		case 'devices':
		case 'records':
			return mapped(
				await inputText({
					title,
					prompt:
						kind === 'devices'
							? l10n.t('The group is ignored until it has more devices than this number')
							: l10n.t('The group is ignored until it has more records than this number'),
					validate: (text) => (isCount(text) ? undefined : l10n.t('Enter a positive integer.')),
				}),
				(text) => ({ [kind]: Number(text) }),
			);
		default:
			return { kind: 'value', value: kind };
	}
}

function versionsIn(text: string): readonly string[] {
	return text.split(',').map((version) => version.trim());
}

function isCount(text: string): boolean {
	return /^\d{1,10}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= maxCount;
}

function mapped<T, R>(answer: InputAnswer<T>, convert: (value: T) => R): InputAnswer<R> {
	return answer.kind === 'value' ? { kind: 'value', value: convert(answer.value) } : answer;
}
