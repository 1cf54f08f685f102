import { AppError, isProblem } from '../common/errors';
import type { Log } from '../common/log';
import type { FieldTable } from '../plan/fields';
import type { Question } from '../plan/plan';
import { joinPath } from './address';
import type { ApplicationListing } from './application';
import { decodeApplications } from './applicationList';
import { collect } from './collect';
import type { BodyConsumer, Consumed, ExportBody } from './exportBody';
import { exportUrl } from './exportRequest';
import { createRedactor } from './redaction';
import { type RequestState, type RetriedRequest, type RetryTools, requestWithRetries } from './requestWithRetries';
import { type Clock, defaultDelays, type RetryDelays, systemClock } from './retryDelays';
import type { Target, TargetSource } from './serviceTarget';
import type { Transport } from './transport';

/** Maximum size of the application list, in bytes, which is enough for hundreds of thousands of applications. */
const maxListingBytes = 64 * 1024 * 1024;

const maxQuoted = 16 * 1024;

interface ServiceClientOptions {
	readonly transport: Transport;
	readonly log: Log;
	readonly clock?: Clock;
	readonly delays?: RetryDelays;
}

interface ExportCall {
	readonly signal: AbortSignal;
	readonly onState: (state: RequestState) => void;
	readonly waitLimitMs: number;
	readonly endsWhenThrottled?: boolean;
	readonly noCache?: boolean;
	readonly onHeaders?: RetriedRequest<unknown>['onHeaders'];
}

/** Client for the two operations of the service (service document, section 4). Every failure is an `AppError`. */
export class ServiceClient {
	private readonly tools: RetryTools;

	constructor({ transport, log, clock = systemClock, delays = defaultDelays }: ServiceClientOptions) {
		this.tools = { transport, log, clock, delays };
	}

	listApplications(targets: TargetSource, signal: AbortSignal): Promise<ApplicationListing> {
		return this.list(this.tools, targets, signal, this.tools.delays.listing);
	}

	/** @returns the number of applications, or undefined if the token is valid but the list is unreadable */
	async checkTarget(target: Target, signal: AbortSignal): Promise<{ readonly applications: number | undefined }> {
		const once = { ...this.tools, delays: { ...this.tools.delays, failed: { ...this.tools.delays.failed, times: 0 } } };
		const targets: TargetSource = {
			get: async () => target,
			renew: async () => {
				throw new AppError({ kind: 'unauthorized' });
			},
		};
		try {
			const { applications } = await this.list(once, targets, signal, 0);
			return { applications: applications.length };
		} catch (error) {
			if (isProblem(error, 'unknownShape')) {
				return { applications: undefined };
			}
			throw error;
		}
	}

	/** Requests an export. If the consumer throws `brokenBody` or `network`, calls it again with a new response. */
	exportErrors<T>(
		question: Question,
		fields: FieldTable,
		targets: TargetSource,
		consume: BodyConsumer<T>,
		call: ExportCall,
	): Promise<T> {
		return requestWithRetries(this.tools, {
			name: `export of application ${question.application.id}`,
			url: (baseUrl) => exportUrl(baseUrl, question, fields),
			targets,
			consume: (body, signal, token) => consume(body, signal, createRedactor(token)),
			...call,
		});
	}

	private async list(
		tools: RetryTools,
		targets: TargetSource,
		signal: AbortSignal,
		waitLimitMs: number,
	): Promise<ApplicationListing> {
		const listing = await requestWithRetries(tools, {
			name: 'listing of applications',
			url: (baseUrl) => joinPath(baseUrl, '/management/v1/applications'),
			targets,
			consume: readListing,
			signal,
			waitLimitMs,
			onState: () => {},
		});
		const { applications, unreadable } = listing;
		tools.log('info', `listing of applications: ${applications.length}, without an ID ${unreadable}`);
		return listing;
	}
}

async function readListing(
	body: ExportBody,
	_signal: AbortSignal,
	token: string,
): Promise<Consumed<ApplicationListing>> {
	const { bytes, whole } = await collect(body.chunks, maxListingBytes);
	const text = new TextDecoder().decode(bytes);
	const found = whole ? kindOf(text) : 'json';
	if (!whole || found !== 'json') {
		throw new AppError({ kind: 'unexpectedBody', found, words: text.slice(0, maxQuoted) });
	}
	try {
		return { kind: 'whole', value: decodeApplications(text, createRedactor(token)) };
	} catch (error) {
		if (error instanceof SyntaxError) {
			throw new AppError({ kind: 'brokenBody', fault: 'jsonMalformed' });
		}
		throw error;
	}
}

function kindOf(text: string): 'json' | 'html' | 'empty' | 'text' {
	const [first] = text.trimStart();
	switch (first) {
		case '{':
		case '[':
			return 'json';
		case '<':
			return 'html';
		case undefined:
			return 'empty';
		default:
			return 'text';
	}
}
