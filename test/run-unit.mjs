import { parseArgs } from 'node:util';
import { inCheckout } from './support/vscode/checkout.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { runSuite } from './support/vscode/suite.mjs';

const { values } = parseArgs({ options: { grep: { type: 'string' } } });
const counts = await runSuite({ folder: inCheckout('out', 'test', 'unit'), grep: values.grep });
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
