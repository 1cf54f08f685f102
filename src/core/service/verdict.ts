import type { Problem } from '../common/errors';
import { type ErrorBody, getPercent, messageIn, speaksOfSize } from './errorBody';

/** Meaning of a response without the requested body (service document, section 7, and observed behavior). */
export type Verdict =
	/** The service is preparing the result, and the same request must be repeated. */
	| { readonly kind: 'queued'; readonly percent: number | undefined }
	| { readonly kind: 'unauthorized' }
	| { readonly kind: 'throttled'; readonly problem: Problem }
	| { readonly kind: 'failed'; readonly problem: Problem }
	| { readonly kind: 'final'; readonly problem: Problem };

export function judgeAnswer(status: number, body: ErrorBody, token: string): Verdict {
	const words = messageIn(body, token);
	switch (status) {
		case 201:
		case 202:
			return { kind: 'queued', percent: getPercent(body.text) };
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

/** Returns true if a retry may succeed, because the problem isn't caused by the request itself. */
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
