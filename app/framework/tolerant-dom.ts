/**
 * Lets React remove and insert nodes that others have moved. A translation puts texts into elements of its own; React would then
 * fail with "The node to be removed is not a child of this node", and take the whole page away (facebook/react#11538).
 */
export function tolerateMovedNodes() {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <One extends Node>(this: Node, child: One): One {
    const parent = child.parentNode;
    return parent ? (removeChild.call(parent, child) as One) : child;
  };
  Node.prototype.insertBefore = function <One extends Node>(this: Node, node: One, before: Node | null): One {
    let next = before;
    while (next && next.parentNode !== this) next = next.parentNode;
    return insertBefore.call(this, node, next) as One;
  };
}
