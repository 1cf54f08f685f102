import type { Problem } from '../common/errors';
import { type ErrorBody, messageIn, percentOf, speaksOfSize } from './errorBody';

/** What an answer without the requested body means (service document, section 7, and what live services do). */
export type Verdict =
	/** The same request is to be repeated: its answer is being made. */
	| { readonly kind: 'queued'; readonly percent: number | undefined }
	/** The token is dead, wrong or missing. */
	| { readonly kind: 'unauthorized' }
	/** Nothing more is wanted for a while. */
	| { readonly kind: 'throttled'; readonly problem: Problem }
	/** A repetition may go better. */
	| { readonly kind: 'failed'; readonly problem: Problem }
	| { readonly kind: 'final'; readonly problem: Problem };

export function judgeAnswer(status: number, body: ErrorBody, token: string): Verdict {
	const words = messageIn(body, token);
	switch (status) {
		case 201:
		case 202:
			return { kind: 'queued', percent: percentOf(body.text) };
		case 400:
			return {
				kind: 'final',
				problem: speaksOfSize(body.text) ? { kind: 'tooLarge', status, words } : { kind: 'badRequest', words },
			};
		case 401:
			return { kind: 'unauthorized' };
		case 403:
			return { kind: 'final', problem: { kind: 'forbidden', words } };
		case 404:
			return { kind: 'final', problem: { kind: 'notFound', words } };
		case 413:
			return { kind: 'final', problem: { kind: 'tooLarge', status, words } };
		case 420:
		case 429:
		case 503:
			return { kind: 'throttled', problem: { kind: 'throttled', status, words } };
		default:
			return status >= 500
				? { kind: 'failed', problem: { kind: 'serviceFailure', status, words } }
				: { kind: 'final', problem: { kind: 'unexpectedStatus', status, words } };
	}
}

/** Whether the same request may go better in a moment: nothing in these problems is about the request itself. */
export function isWorthRepeating(problem: Problem): boolean {
	switch (problem.kind) {
		case 'network':
		case 'brokenBody':
		case 'serviceFailure':
			return true;
		case 'proxy':
			return problem.status === undefined || problem.status >= 500;
		default:
			return false;
	}
}
