import assert from 'node:assert/strict';
import { languageFamilies, lineBeginning, platforms, traceSign } from '../../../../src/core/stack/languages';
import { getFamily } from '../../../../src/core/stack/locate/outline/language';
import { isIndexed, sourceGlob } from '../../../../src/core/stack/locate/sourceFiles';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import { mayHoldTrace } from '../../../../src/features/stackLinks/traceLanguage';
import { assertNone } from '../../house/support/faults';
import { superLinear } from '../../house/support/superLinear';
import { wholeTraces } from './support/wholeTraces';

const extensions = Object.keys(languageFamilies);

describe('source languages', () => {
	it('supports the extension of every source file that the complete sample stack traces mention', () => {
		const unknown = wholeTraces.flatMap(({ name, text }) =>
			parseTrace(text)
				.sections.flatMap(({ lines }) => lines)
				.flatMap((line) => (line.kind !== 'raw' && line.file !== undefined ? [line.file] : []))
				.map((file) => /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '')
				// A JavaScript bundle is located with its source map.
				.filter((extension) => extension !== 'bundle' && !extensions.includes(extension))
				.map((extension) => `${extension}: ${name}`),
		);
		assertNone(unknown, 'file extensions missing in languageFamilies of src/core/stack/languages.ts');
	});

	for (const extension of extensions) {
		it(`indexes .${extension} files and recognizes references to their lines`, () => {
			assert.ok(isIndexed(`src/Cart.${extension}`));
			assert.ok(sourceGlob.includes(`*.${extension},`));
			assert.ok(mayHoldTrace(`Cart.total Cart.${extension}:17`));
			assert.ok(!mayHoldTrace(`Cart.total Cart.${extension}`));
		});
	}

	it('fixtures include a complete stack trace from each platform', () => {
		const platformsRead = wholeTraces.flatMap(({ text }) => parseTrace(text).sections.map(({ platform }) => platform));
		const missing = Object.keys(platforms).filter((platform) => !platformsRead.some((read) => read === platform));
		assertNone(missing, 'platforms without a stack trace in test/unit/core/stack/support/wholeTraces.ts');
	});

	it('recognizes stack trace lines in linear time', () => {
		for (const { source, flags } of [traceSign, lineBeginning]) {
			assert.equal(superLinear(source, flags), undefined);
		}
	});

	it('treats a source file with an unknown extension as an unknown language', () => {
		assert.equal(getFamily('src/Cart.kt'), 'kotlin');
		assert.equal(getFamily('src/Cart.unknown'), 'other');
	});
});
