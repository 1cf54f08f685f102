import { l10n } from 'vscode';
import { type PastedTokenProblem, readPastedToken } from '../core/account/pastedToken';
import { AppError, isCancellation, type Problem } from '../core/common/errors';
import type { Target } from '../core/service/serviceTarget';
import { type InputAnswer, type InputOptions, inputText } from '../vscode/quickInput';
import { explain } from '../wording/problemMessages';
import { runCommand } from './commands';

export interface CheckedToken {
	readonly token: string;
	/**
	 * Number of applications. Undefined if the service accepts the token but lists the applications in an unknown format.
	 */
	readonly applications: number | undefined;
}

export interface TokenPromptOptions extends Pick<InputOptions, 'title' | 'prompt' | 'step' | 'canGoBack' | 'signal'> {
	readonly service: Pick<Target, 'baseUrl' | 'allowInsecure'>;
	readonly check: (target: Target, signal: AbortSignal) => Promise<Pick<CheckedToken, 'applications'>>;
}

export async function promptForToken(options: TokenPromptOptions): Promise<InputAnswer<CheckedToken>> {
	const { service, check, ...input } = options;
	let accepted: CheckedToken | undefined;
	const answer = await inputText({
		...input,
		placeholder: l10n.t('Token, or the full redirect URL'),
		secret: true,
		actions: [
			{
				icon: 'question',
				tooltip: l10n.t('How to Get a Token'),
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
	// An input box with a `check` function returns only values that passed the check.
	return accepted ? { kind: 'value', value: accepted } : { kind: 'dismissed' };
}

function explainRefusal(problem: Problem): string {
	switch (problem.kind) {
		case 'unauthorized':
			return l10n.t('The service does not accept this token. Make sure you copied the entire token, or get a new one.');
		case 'forbidden':
			return l10n.t(
				"The token is valid but can't access the list of applications. Get a token for an app with both permissions, analytics:read and analytics:write.",
			);
		default:
			return explain(problem).message;
	}
}

const pastedTokenProblems: { readonly [P in PastedTokenProblem]: () => string } = {
	empty: () => l10n.t('Paste the token.'),
	denied: () =>
		l10n.t('The identity provider did not grant access, so this URL contains no token. Request a token again.'),
	addressWithoutToken: () =>
		l10n.t('This URL contains no token. Allow access first, then copy the URL that contains "access_token".'),
	spaces: () => l10n.t('The text contains spaces. Paste only the token.'),
	characters: () => l10n.t('A token contains only ASCII letters, digits, and symbols. Copy it again.'),
};
