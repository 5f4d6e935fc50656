/** A function's body that is long enough to be known again elsewhere. */
export const LONG =
  "    items = []\n    for line in open(path):\n        if line.strip() != '':\n            items.append(line.split(','))\n    return items\n";
