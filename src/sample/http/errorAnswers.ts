import type { RequestFaults } from '../faults/set';
import { html, jsonError, type SampleAnswer, textAnswer } from './answer';

/** Returns the response for faults that depend only on the URL of the request. */
export function errorAnswer(faults: RequestFaults, url: string, port: number): SampleAnswer | undefined {
	for (const status of [429, 420, 503] as const) {
		const name = `throttle${status}` as const;
		if (faults.has(name)) {
			const retryAfter = faults.text(name);
			const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
			return textAnswer(status, 'Too many requests: 3 queries are already enqueued.', headers);
		}
	}
	const status = faults.count('status');
	if (status !== undefined) {
		return textAnswer(status, `The sample service was told to answer ${status}.`);
	}
	const text = faults.text('badRequestText');
	if (text !== undefined) {
		return textAnswer(400, text);
	}
	const message = faults.text('badRequestJson');
	if (message !== undefined) {
		return jsonError(400, 'invalid_parameter', message);
	}
	if (faults.has('loginPage')) {
		return html('Sign in to continue');
	}
	if (faults.has('emptyBody')) {
		return { status: 200, headers: {}, body: '' };
	}
	return redirection(faults, url, port);
}

function redirection(faults: RequestFaults, url: string, port: number): SampleAnswer | undefined {
	if (faults.has('redirectElsewhere')) {
		// Under another host name, the same server is a different origin. Its log shows whether it received the token.
		const elsewhere = faults.text('redirectElsewhere') ?? `http://localhost:${port}`;
		return redirectTo(new URL(url, elsewhere).href);
	}
	const count = faults.count('redirect');
	const { hops, rest } = splitMoved(url);
	return count === undefined || hops >= count ? undefined : redirectTo(`/moved/${hops + 1}${rest}`);
}

/** Splits the path of a redirect into the number of remaining redirects and the original URL. */
export function splitMoved(url: string): { readonly hops: number; readonly rest: string } {
	const match = /^\/moved\/(\d{1,3})(?=\/)/.exec(url);
	return { hops: Number(match?.[1] ?? 0), rest: url.slice(match?.[0].length ?? 0) };
}

function redirectTo(location: string): SampleAnswer {
	return textAnswer(302, 'Found', { Location: location });
}
