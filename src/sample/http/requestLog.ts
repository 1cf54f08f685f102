import type { IncomingMessage } from 'node:http';
import { createRedactor } from '../../core/service/redaction';

/** One request as it came in. No token is in it, wherever the client put it. */
export interface LoggedRequest {
	/** Counts from 1. */
	readonly number: number;
	readonly method: string;
	/** Path and query, as they were sent. */
	readonly url: string;
	/** In the order and spelling they were sent in; the value of Authorization is its scheme alone. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	/** Undefined until the answer has begun. */
	readonly status: number | undefined;
}

/** Requests kept; older ones are forgotten. */
const capacity = 1000;

/** Tokens that tests make up can be as short as a letter, and letters are everywhere. */
const minSecretLength = 8;

/** The last requests, for tests and demonstrations. */
export class RequestLog {
	private readonly entries: LoggedRequest[] = [];
	private count = 0;

	/** @returns The number to report the status under. */
	add({ method = '', url = '', rawHeaders }: IncomingMessage, tokens: Iterable<string>): number {
		const redactors = [...tokens].filter((token) => token.length >= minSecretLength).map(createRedactor);
		const redact = (text: string) => redactors.reduce((left, redactor) => redactor(left), text);
		const headers: (readonly [string, string])[] = [];
		for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
			const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
			const isSecret = /^(?:proxy-)?authorization$|^cookie$/i.test(name);
			headers.push([name, isSecret ? `${/^[A-Za-z]+(?= )/.exec(value)?.[0] ?? ''} ***`.trim() : redact(value)]);
		}
		this.count++;
		this.entries.push({ number: this.count, method, url: redact(url), headers, status: undefined });
		if (this.entries.length > capacity) {
			this.entries.shift();
		}
		return this.count;
	}

	answered(number: number, status: number): void {
		const index = this.entries.findIndex((entry) => entry.number === number);
		const entry = this.entries[index];
		if (entry) {
			this.entries[index] = { ...entry, status };
		}
	}

	/** Oldest first. */
	list(): readonly LoggedRequest[] {
		return [...this.entries];
	}

	clear(): void {
		this.entries.length = 0;
	}
}
