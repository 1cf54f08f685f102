import * as vscode from 'vscode';
import type { Plan } from '../../core/plan/plan';
import { parseSavedExport } from '../../core/savedExports/parseSavedExport';
import { personalFilters } from '../../core/savedExports/savedExport';
import {
	numberedFileName,
	savedExportFileName,
	serializeSavedExport,
} from '../../core/savedExports/serializeSavedExport';
import type { Services } from '../../services/services';
import { showInformation } from '../../vscode/messages';
import { inputText } from '../../vscode/quickInput';
import { applicationName, describeRange } from '../../wording/planMessages';

const { l10n } = vscode;

const maxTypedName = 100;

type SaveServices = Pick<Services, 'savedExports' | 'settings'>;

/** Writes a plan to a file in the workspace and opens the file. Returns true if the file was written. */
export async function saveExport(services: SaveServices, plan: Plan): Promise<boolean> {
	const folder = await chooseFolder();
	const name = folder && (await typeName(plan));
	if (!folder || name === undefined || !(await confirmPersonal(services, plan))) {
		return false;
	}
	const target = await chooseTarget(services, folder, savedExportFileName(name));
	if (!target) {
		return false;
	}
	const { savedExports } = services;
	const previous = target.replaces ? await savedExports.read(target.uri) : undefined;
	const text = serializeSavedExport({ name, plan }, previous?.ok ? previous.saved : undefined);
	await savedExports.write(folder, target.uri, text);
	await savedExports.confirm(text);
	await vscode.window.showTextDocument(target.uri);
	return true;
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (folders.length === 0) {
		void showInformation(l10n.t('Open a folder first. The export is saved as a file in this folder.'));
	}
	return folders.length > 1 ? (await vscode.window.showWorkspaceFolderPick())?.uri : folders[0]?.uri;
}

async function typeName(plan: Plan): Promise<string | undefined> {
	const answer = await inputText({
		title: l10n.t('Save This Export to Workspace'),
		prompt: l10n.t('Name of the saved export. The range stays relative, such as the last 7 days.'),
		value: `${applicationName(plan)}, ${describeRange(plan.range)}`.slice(0, maxTypedName),
		validate: (text) =>
			parseSavedExport(serializeSavedExport({ name: text, plan })).ok && text.length <= maxTypedName
				? undefined
				: l10n.t('Enter a name with up to {0} characters.', maxTypedName),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

async function confirmPersonal({ settings }: Pick<SaveServices, 'settings'>, plan: Plan): Promise<boolean> {
	const personal = personalFilters(plan, settings.fields).map(({ name }) => name);
	if (personal.length === 0) {
		return true;
	}
	const save = l10n.t('Save');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Save personal data in the file?'),
		{
			modal: true,
			detail: l10n.t(
				'The value of the filter {0} can identify a person or a device. Everyone who can read the repository will see it.',
				personal.join(', '),
			),
		},
		save,
	);
	return chosen === save;
}

interface SaveTarget {
	readonly uri: vscode.Uri;
	readonly replaces: boolean;
}

async function chooseTarget(
	{ savedExports }: Pick<SaveServices, 'savedExports'>,
	folder: vscode.Uri,
	fileName: string,
): Promise<SaveTarget | undefined> {
	const { uri, isTaken } = await savedExports.place(folder, fileName);
	if (!isTaken) {
		return { uri, replaces: false };
	}
	const [replace, keepBoth] = [l10n.t('Replace'), l10n.t('Keep Both')];
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('{0} already exists.', vscode.workspace.asRelativePath(uri)),
		{ modal: true },
		replace,
		keepBoth,
	);
	if (chosen === replace) {
		return { uri, replaces: true };
	}
	for (let number = 2; chosen === keepBoth; number++) {
		const other = await savedExports.place(folder, numberedFileName(fileName, number));
		if (!other.isTaken) {
			return { uri: other.uri, replaces: false };
		}
	}
	return undefined;
}
