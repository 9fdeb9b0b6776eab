// A browser that knows no modules runs this instead of the page. Its name changes with its content: it is kept for good.
document.getElementById("old").removeAttribute("hidden");
