import { readdirSync, readFileSync } from 'node:fs';

export type PackagedReadme = (
	markdown: string,
	options: { readonly path: string; readonly repository?: string | { readonly url: string } },
) => string;

export const documentationPages: readonly string[] = readdirSync('docs')
	.filter((name) => name.endsWith('.md'))
	.map((name) => `docs/${name}`)
	.sort();

export const userDocuments: readonly { readonly path: string; readonly text: string }[] = [
	'README.md',
	...documentationPages,
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

export function countWords(markdown: string): number {
	return markdown.split(/\s+/).filter((word) => word !== '').length;
}

export function picturesIn(markdown: string): string[] {
	return [...markdown.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, target = '']) => target);
}

export function linksIn(markdown: string): string[] {
	return [...markdown.matchAll(/(?<!!)\[[^\]]+\]\(([^)]+)\)/g)].map(([, target = '']) => target);
}

export function withoutCodeBlocks(markdown: string): string {
	return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

export function codeSpansIn(markdown: string): string[] {
	return [...withoutCodeBlocks(markdown).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Returns the texts in italics, which the documentation uses for interface labels. */
export function labelsIn(markdown: string): string[] {
	const prose = withoutCodeBlocks(markdown)
		.replace(/`[^`]*`/g, '')
		.replaceAll('**', '');
	return [...prose.matchAll(/(?<![\w*])\*([^*]+)\*(?![\w*])/g)].map(([, label = '']) => label.replace(/\s+/g, ' '));
}

/** Returns the anchors that GitHub generates for the headings. */
export function anchorsIn(markdown: string): string[] {
	return [...withoutCodeBlocks(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, '')
			.replaceAll(' ', '-'),
	);
}
