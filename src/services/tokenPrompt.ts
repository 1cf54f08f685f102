import { l10n } from 'vscode';
import { type PastedTokenProblem, readPastedToken } from '../core/account/pastedToken';
import { AppError, isCancellation, type Problem } from '../core/common/errors';
import type { Target } from '../core/service/serviceTarget';
import { type InputAnswer, type InputOptions, inputText } from '../vscode/quickInput';
import { explain } from '../wording/problemMessages';
import { runCommand } from './commands';

/** What one real call with a token told. */
export interface CheckedToken {
	readonly token: string;
	/** Undefined where the service accepts the token but lists applications in a form that is not known. */
	readonly applications: number | undefined;
}

export interface TokenPromptOptions extends Pick<InputOptions, 'title' | 'prompt' | 'step' | 'canGoBack' | 'signal'> {
	readonly service: Pick<Target, 'baseUrl' | 'allowInsecure'>;
	/** @throws AppError */
	readonly check: (target: Target, signal: AbortSignal) => Promise<Pick<CheckedToken, 'applications'>>;
}

/** Asks for a token until the service accepts one, with the reason of a refusal under the box. */
export async function promptForToken(options: TokenPromptOptions): Promise<InputAnswer<CheckedToken>> {
	const { service, check, ...input } = options;
	let accepted: CheckedToken | undefined;
	const answer = await inputText({
		...input,
		placeholder: l10n.t('Token, or the whole address that shows it'),
		secret: true,
		actions: [
			{
				icon: 'question',
				tooltip: l10n.t('How to get a token'),
				run: () => void runCommand('appErrors.openWalkthrough'),
			},
		],
		validate: (text) => {
			const pasted = readPastedToken(text);
			return pasted.ok ? undefined : pastedTokenProblems[pasted.problem]();
		},
		check: async (text, signal) => {
			const pasted = readPastedToken(text);
			if (!pasted.ok) {
				return pastedTokenProblems[pasted.problem]();
			}
			try {
				accepted = { token: pasted.token, ...(await check({ ...service, token: pasted.token }, signal)) };
				return undefined;
			} catch (error) {
				if (!(error instanceof AppError) || isCancellation(error)) {
					throw error;
				}
				return explainRefusal(error.problem);
			}
		},
	});
	if (answer.kind !== 'value') {
		return answer;
	}
	// A box with a check gives a value only after the check.
	return accepted ? { kind: 'value', value: accepted } : { kind: 'dismissed' };
}

/** As everywhere, but for what means something else while a token is being tried. */
function explainRefusal(problem: Problem): string {
	switch (problem.kind) {
		case 'unauthorized':
			return l10n.t('The service does not accept this token. Check that it was copied whole, or get a new one.');
		case 'forbidden':
			return l10n.t(
				'The service knows this token but refuses it the list of applications. The app it was made for needs both permissions.',
			);
		default:
			return explain(problem).message;
	}
}

const pastedTokenProblems: { readonly [P in PastedTokenProblem]: () => string } = {
	empty: () => l10n.t('Paste the token.'),
	denied: () => l10n.t('The identity provider did not grant access: this address holds no token. Ask for it again.'),
	addressWithoutToken: () =>
		l10n.t('This address holds no token. Allow access first, then copy the address that has "access_token" in it.'),
	spaces: () => l10n.t('This is more than one word. Paste the token alone.'),
	characters: () => l10n.t('A token has only plain letters, digits and signs. Copy it again.'),
};
