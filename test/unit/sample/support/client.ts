import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { serviceFields } from '../../../../src/core/plan/fields';
import type { SampleServer } from '../../../../src/sample/service';

export interface Received {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
	/** Code of the error that interrupted the body, or undefined if the body was complete. */
	readonly broken: string | undefined;
}

export interface Ask {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Null omits the Authorization header. */
	readonly token?: string | null;
	readonly body?: string;
	readonly signal?: AbortSignal;
	readonly onData?: (soFar: number) => void;
}

/** Sends one request on a separate connection, so that connections of other tests have no effect. */
export function ask(service: Pick<SampleServer, 'url' | 'token'>, path: string, options: Ask = {}): Promise<Received> {
	const { method = 'GET', token = service.token, body, signal, onData } = options;
	const headers = { ...(token === null ? {} : { Authorization: `OAuth ${token}` }), ...options.headers };
	return new Promise((resolve, reject) => {
		const sent = request(
			new URL(path, service.url),
			{ method, headers, agent: new Agent(), ...(signal ? { signal } : {}) },
			(response) => {
				const chunks: Buffer[] = [];
				let length = 0;
				let broken: string | undefined;
				response.on('data', (chunk: Buffer) => {
					chunks.push(chunk);
					length += chunk.length;
					onData?.(length);
				});
				const onError = (error: NodeJS.ErrnoException) => {
					broken = error.code ?? error.name;
				};
				// A connection reset is reported to the request even after the response has started.
				sent.off('error', reject).on('error', onError);
				response.on('error', onError);
				response.on('close', () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: Buffer.concat(chunks),
						broken,
					}),
				);
			},
		);
		sent.on('error', reject);
		sent.end(body);
	});
}

export const allFields: readonly string[] = serviceFields.map((field) => field.name);

export const everything = { date_since: '2026-01-01', date_until: '2026-12-31' } as const;

export function exportPath(parameters: Readonly<Record<string, string>>, format: 'csv' | 'json' = 'csv'): string {
	const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `/logs/v1/export/errors.${format}?${query.join('&')}`;
}

export function plainExport(format: 'csv' | 'json' = 'csv', more: Readonly<Record<string, string>> = {}): string {
	const base = { application_id: '101', ...everything, fields: 'error_id,error_name,error_timestamp' };
	return exportPath({ ...base, ...more }, format);
}
