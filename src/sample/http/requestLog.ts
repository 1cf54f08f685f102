import type { IncomingMessage } from 'node:http';
import { createRedactor } from '../../core/service/redaction';

/** Logged request. Tokens are redacted wherever they occur. */
export interface LoggedRequest {
	readonly number: number;
	readonly method: string;
	readonly url: string;
	/** Headers in their original order and spelling. Only the scheme of the Authorization header is logged. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly status: number | undefined;
}

const capacity = 1000;

/** Minimum length of a redacted token. Redacting a single letter, for example, would make the log unreadable. */
const minSecretLength = 8;

export class RequestLog {
	private readonly entries: LoggedRequest[] = [];
	private count = 0;

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

	list(): readonly LoggedRequest[] {
		return [...this.entries];
	}

	clear(): void {
		this.entries.length = 0;
	}
}
