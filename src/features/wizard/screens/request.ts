import * as vscode from 'vscode';
import { isWindows } from '../../../core/common/system';
import { recordsFileName } from '../../../core/export/model/names';
import { findPlanProblem, resolveQuestion } from '../../../core/plan/plan';
import { type CurlShell, curlCommand, tokenVariable } from '../../../core/service/curl';
import { describeParameters, exportUrl } from '../../../core/service/exportRequest';
import { sampleService } from '../../../services/accounts';
import { withoutIcons } from '../../../vscode/escaping';
import { showStatus } from '../../../vscode/messages';
import { type Choice, pickOne, separator } from '../../../vscode/quickInput';
import { explainPlanProblem } from '../../../wording/problemMessages';
import { describeRequest } from '../../../wording/requestMessages';
import { chunkingLabel } from './labels';
import { toMove } from './moves';
import type { Screen, ScreenContext } from './screen';

const { l10n } = vscode;

export const showRequest: Screen<'request'> = async (context, { copied }) => {
	const { plan, fields, now, zone, title } = context;
	const problem = findPlanProblem(plan, fields);
	if (problem) {
		const answer = await pickOne<'back'>({
			title,
			placeholder: l10n.t("The request can't be shown until all options are valid"),
			items: [{ label: explainPlanProblem(problem), iconPath: new vscode.ThemeIcon('warning'), value: 'back' }],
			canGoBack: true,
		});
		return toMove(answer, () => ({ go: 'back' }));
	}
	const question = resolveQuestion(plan, now, zone);
	const url = exportUrl(await serviceAddress(context), question, fields);
	const chunking = plan.chunking ? [chunkingLabel(plan.chunking)] : [];
	const [records, choice] = describeRequest(plan, now, zone, chunking);
	const answer = await pickOne<RequestRow>({
		title,
		placeholder: l10n.t('Select a row to copy it. Your token is never included.'),
		items: [
			...getCurlRows(url, recordsFileName(question)),
			{
				label: l10n.t('Copy URL'),
				iconPath: new vscode.ThemeIcon('link'),
				detail: withoutIcons(url),
				value: { name: 'address', text: url },
			},
			separator(l10n.t('Summary')),
			{
				label: withoutIcons(records),
				detail: withoutIcons(choice),
				value: { name: 'words', text: `${records} · ${choice}` },
			},
			separator(l10n.t('Parameters')),
			...describeParameters(question, fields).map(
				([name, text]): Choice<RequestRow> => ({
					label: name,
					description: withoutIcons(text),
					value: { name: `=${name}`, text },
				}),
			),
		],
		active: ({ name }) => name === copied,
		canGoBack: true,
	});
	if (answer.kind === 'value') {
		await vscode.env.clipboard.writeText(answer.value.text);
		showStatus(l10n.t('Copied'));
	}
	return toMove(answer, ({ name }) => ({ go: { open: { kind: 'request', copied: name } } }));
};

function getCurlRows(url: string, file: string): Choice<RequestRow>[] {
	const shells: Partial<Record<CurlShell, string>> = isWindows
		? {
				powerShell: l10n.t('Copy curl Command for PowerShell'),
				cmd: l10n.t('Copy curl Command for Command Prompt'),
			}
		: { posix: l10n.t('Copy curl Command') };
	return Object.entries(shells).map(([shell, label]) => {
		const text = curlCommand(url, file, shell as CurlShell);
		return {
			label,
			iconPath: new vscode.ThemeIcon('terminal'),
			description: l10n.t('reads the token from the variable {0}', tokenVariable),
			detail: withoutIcons(text.replaceAll(/ [\\`^]\n {1,8}/g, ' ')),
			value: { name: `curl ${shell}`, text },
		};
	});
}

/** Row whose text the user can copy. The text may change over time, so `name` identifies the row. */
interface RequestRow {
	readonly name: string;
	readonly text: string;
}

async function serviceAddress({ account, services }: ScreenContext): Promise<string> {
	return account.service === sampleService ? (await services.sample.target()).baseUrl : account.service;
}
