import { l10n } from 'vscode';
import { delimiters, encodings, type FileForm } from '../../shared/results';
import { type Choice, type InputAnswer, pickOne } from '../../vscode/quickInput';
import { describeDelimiter, describeEncoding } from '../../wording/fileFormMessages';

const offeredLines = 10;
const maxLine = 1000;

type Step = (chosen: FileForm) => Promise<InputAnswer<FileForm>>;

export async function chooseFileForm(now: FileForm, format: 'csv' | 'json'): Promise<FileForm | undefined> {
	const title = l10n.t('Reopen with Format');
	const steps: readonly Step[] = [
		async (chosen) => {
			const answer = await pickOne({
				title,
				placeholder: l10n.t('Choose the text encoding'),
				items: encodings.map((value) => ({ label: describeEncoding(value), value })),
				active: (value) => value === now.encoding,
			});
			return answer.kind === 'value' ? { kind: 'value', value: { ...chosen, encoding: answer.value } } : answer;
		},
		async (chosen) => {
			const answer = await pickOne({
				title,
				placeholder: l10n.t('Choose the delimiter'),
				items: delimiters.map((value) => ({ label: describeDelimiter(value), value })),
				active: (value) => value === now.delimiter,
				canGoBack: true,
			});
			return answer.kind === 'value' ? { kind: 'value', value: { ...chosen, delimiter: answer.value } } : answer;
		},
		async (chosen) => {
			const { headerLine = 1 } = now;
			const lines = Array.from({ length: offeredLines }, (_, index) => index + 1);
			const answer = await pickOne({
				title,
				placeholder: l10n.t('Choose the line of the header, or enter its number'),
				items: [...new Set([...lines, headerLine])].map(lineChoice),
				active: (value) => value === headerLine,
				canGoBack: true,
				typed: (text) =>
					/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= maxLine ? lineChoice(Number(text)) : undefined,
			});
			return answer.kind === 'value' ? { kind: 'value', value: { ...chosen, headerLine: answer.value } } : answer;
		},
	];
	const wanted = format === 'csv' ? steps : steps.slice(0, 1);
	let chosen: FileForm = { encoding: now.encoding, delimiter: now.delimiter };
	for (let place = 0; place < wanted.length; ) {
		const answer = await wanted[place]?.(chosen);
		if (answer?.kind === 'value') {
			chosen = answer.value;
			place++;
		} else if (answer?.kind === 'back') {
			place--;
		} else {
			return undefined;
		}
	}
	return chosen;
}

function lineChoice(line: number): Choice<number> {
	return { label: l10n.t('Line {0}', line), value: line };
}
