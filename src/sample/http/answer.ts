export interface SampleAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Response body. A function is called whenever the body is sent or its length is measured. */
	readonly body: string | (() => AsyncIterable<Buffer>);
}

export interface TextAnswer extends SampleAnswer {
	readonly body: string;
}

export function textAnswer(status: number, words: string, headers: Readonly<Record<string, string>> = {}): TextAnswer {
	return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body: words };
}

export function json(status: number, value: unknown): TextAnswer {
	return {
		status,
		headers: { 'Content-Type': 'application/json; charset=utf-8' },
		body: JSON.stringify(value),
	};
}

export function jsonError(status: number, type: string, message: string): TextAnswer {
	return json(status, { errors: [{ error_type: type, message }], code: status, message });
}

export function html(title: string): TextAnswer {
	return {
		status: 200,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
		body: `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`,
	};
}
