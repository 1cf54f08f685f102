import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Format } from '../../core/plan/plan';
import { sampleApplications } from '../applications/sampleApplications';
import { noFaults, type RequestFaults } from '../faults/set';
import { jsonError, type SampleAnswer, textAnswer } from './answer';
import { answerControl } from './control';
import { deliver } from './delivery';
import { errorAnswer, splitMoved } from './errorAnswers';
import { answerExport } from './exportAnswer';
import { answerListing } from './listing';
import { readExportRequest } from './readExportRequest';
import type { ServiceState } from './serviceState';

type Route = { readonly kind: 'listing' } | { readonly kind: 'exports'; readonly format: Format };

/** Handles the requests of the sample service. After `close` resolves, no responses are in progress. */
export class RequestHandler {
	private readonly closing = new AbortController();
	private readonly running = new Set<Promise<void>>();

	constructor(private readonly state: ServiceState) {}

	handle(request: IncomingMessage, response: ServerResponse): void {
		const work = this.answer(request, response)
			.catch((error: unknown) => this.giveUp(error, response))
			.finally(() => this.running.delete(work));
		this.running.add(work);
	}

	async close(): Promise<void> {
		this.closing.abort();
		await Promise.allSettled(this.running);
	}

	/** Usually, the client has disconnected or the service is closing, so the error can't be sent. */
	private giveUp(error: unknown, response: ServerResponse): void {
		if (response.headersSent || response.destroyed) {
			response.destroy();
		} else {
			response
				.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
				.end(`The sample service failed: ${error}`);
		}
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = request.url ?? '/';
		if (url.startsWith('/sample/')) {
			await deliver(await answerControl(request, this.state), request, response, noFaults, this.closing.signal);
			return;
		}
		const number = this.state.requests.add(request, this.state.tokens.known);
		const decided = this.decide(request, number);
		if (decided === 'silence') {
			return;
		}
		this.state.requests.answered(number, decided.answer.status);
		await deliver(decided.answer, request, response, decided.faults, this.closing.signal);
	}

	private decide(request: IncomingMessage, number: number): Decision | 'silence' {
		const { faults, tokens } = this.state;
		const url = request.url ?? '/';
		const { rest } = splitMoved(url);
		const [path = '', query = ''] = rest.split(/\?(.*)/s, 2);
		const route = routeOf(path);
		if (tokens.check(request.headers.authorization) !== 'accepted') {
			return { answer: unauthorized(route), faults: noFaults };
		}
		if (request.method !== 'GET') {
			return { answer: textAnswer(405, 'Only GET is supported', { Allow: 'GET' }), faults: noFaults };
		}
		if (!route) {
			return { answer: textAnswer(404, 'Not found'), faults: noFaults };
		}
		const taken = faults.take(route.kind);
		const lifetime = taken.count('tokenDies');
		if (lifetime !== undefined && (taken.memory('tokenDies')?.requests ?? 0) >= lifetime) {
			tokens.kill();
			return { answer: unauthorized(route), faults: taken };
		}
		if (taken.has('silence')) {
			return 'silence';
		}
		const answer =
			errorAnswer(taken, url, request.socket.localPort ?? 0) ??
			(route.kind === 'listing'
				? answerListing(taken.text('listing'), this.state.now())
				: this.answerExport(request, { url: rest, query, format: route.format, number }, taken));
		return { answer, faults: taken };
	}

	private answerExport(
		request: IncomingMessage,
		{ url, query, format, number }: ExportTarget,
		faults: RequestFaults,
	): SampleAnswer {
		const reading = readExportRequest(new URLSearchParams(query), format);
		if (!reading.ok) {
			return textAnswer(400, reading.words);
		}
		const { id } = reading.question.application;
		const application = sampleApplications.find((known) => String(known.id) === id);
		if (!application) {
			return textAnswer(404, `Application is not found: ${id}`);
		}
		if (application.records === 'forbidden') {
			return textAnswer(403, `Access to the application is denied: ${id}`);
		}
		const cacheControl = request.headers['cache-control'];
		const { question } = reading;
		const { now, sources } = this.state;
		return answerExport({ url, cacheControl, number, at: now(), question, source: sources.get(id) }, faults);
	}
}

interface Decision {
	readonly answer: SampleAnswer;
	readonly faults: RequestFaults;
}

interface ExportTarget {
	readonly url: string;
	readonly query: string;
	readonly format: Format;
	readonly number: number;
}

function routeOf(path: string): Route | undefined {
	switch (path) {
		case '/management/v1/applications':
			return { kind: 'listing' };
		case '/logs/v1/export/errors.csv':
			return { kind: 'exports', format: 'csv' };
		case '/logs/v1/export/errors.json':
			return { kind: 'exports', format: 'json' };
		default:
			return undefined;
	}
}

function unauthorized(route: Route | undefined): SampleAnswer {
	const words = 'The token is absent or invalid';
	return route?.kind === 'listing' ? jsonError(401, 'unauthorized', words) : textAnswer(401, words);
}
