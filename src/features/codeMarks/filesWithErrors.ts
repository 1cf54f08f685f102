import * as vscode from 'vscode';
import { withinMs } from '../../core/common/withinMs';
import type { CodeSource } from '../../services/code/codeSources';
import type { Services } from '../../services/services';
import { withoutIcons } from '../../vscode/escaping';
import { logFault } from '../../vscode/logFault';
import { showInformation } from '../../vscode/messages';
import { type Choice, pickOne } from '../../vscode/quickInput';
import { describeFileWithErrors, describeNoCodeMarks, describeUnread } from '../../wording/codeMarkMessages';

const { l10n } = vscode;

const maxFiles = 200;
/** Maximum time in milliseconds to wait for each source of records. After that, the source is skipped. */
const maxReadMs = 20_000;

interface FileChoice {
	readonly source: CodeSource;
	readonly name: string;
}

export async function chooseFileWithErrors({
	codeSources,
	engine,
	frames,
	log,
}: Pick<Services, 'codeSources' | 'engine' | 'frames' | 'log'>): Promise<void> {
	const sources = await codeSources.list();
	if (sources.length === 0) {
		void showInformation(describeNoCodeMarks({ kind: 'noRecords' }));
		return;
	}
	const title = l10n.t('Files with Errors');
	const items: Choice<FileChoice>[] = [];
	let unread = 0;
	for (const source of sources) {
		const request = source
			.ask(undefined, (session) => engine.call('filesWithSites', { session, max: maxFiles }))
			.catch((error) => {
				logFault(log, 'errors in code', error);
				return undefined;
			});
		const found = await withinMs(request, maxReadMs);
		unread += found ? 0 : 1;
		const files = found?.files ?? [];
		items.push(
			...files.map((file) => ({
				label: withoutIcons(file.name),
				description: describeFileWithErrors(file),
				...(sources.length > 1 && { detail: source.label }),
				value: { source, name: file.name },
			})),
		);
	}
	if (unread > 0) {
		void showInformation(describeUnread(unread));
	}
	if (items.length === 0) {
		if (unread === 0) {
			void showInformation(l10n.t('No stack trace in these records refers to a source file in the workspace.'));
		}
		return;
	}
	const answer = await pickOne({
		title,
		placeholder: l10n.t('Choose a file (opens the line with the most errors)'),
		items,
	});
	if (answer.kind === 'value') {
		await goTo(answer.value, { engine, frames });
	}
}

async function goTo(
	{ source, name: file }: FileChoice,
	{ engine, frames }: Pick<Services, 'engine' | 'frames'>,
): Promise<void> {
	const { sites } = await source.ask(undefined, (session) => engine.call('crashSites', { session, names: [file] }));
	const threwAt = (site: (typeof sites)[number]) => site.versions.reduce((sum, { threw }) => sum + threw, 0);
	const [most] = [...sites].sort((one, other) => threwAt(other) - threwAt(one));
	if (most) {
		const { name = '', build } = most.versions[0] ?? {};
		const version = name === '' ? undefined : { application: source.application?.id ?? '', version: name, build };
		await frames.open({ ...most.question, where: 'here', version });
	}
}
